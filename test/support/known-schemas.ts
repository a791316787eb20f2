import type { JsonSchemaType, JsonSchemaValidator } from '@modelcontextprotocol/client';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';

/** Checks what schemas say, and compiles each of them once, however many clients have seen it: that takes as long as a question. */
class KnownSchemas extends AjvJsonSchemaValidator {
  /** By their text: what is compiled is found again by the object alone. */
  readonly #schemas = new Map<string, JsonSchemaType>();

  override getValidator<Data>(schema: JsonSchemaType): JsonSchemaValidator<Data> {
    const text = JSON.stringify(schema);
    const known = this.#schemas.get(text) ?? schema;
    this.#schemas.set(text, known);
    return super.getValidator<Data>(known);
  }
}

/** Of all the clients of a process. */
export const knownSchemas = new KnownSchemas();
