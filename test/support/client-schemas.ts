import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';

type Schema = Parameters<AjvJsonSchemaValidator['getValidator']>[0];

/** Compiles a schema once, however many clients see it: each client that a test connects is shown all of them anew. */
class ClientSchemas extends AjvJsonSchemaValidator {
  readonly #met = new Map<string, Schema>();

  override getValidator<T>(schema: Schema) {
    const text = JSON.stringify(schema);
    const same = this.#met.get(text) ?? schema;
    this.#met.set(text, same);
    // Ajv knows a schema by the object that it is.
    return super.getValidator<T>(same);
  }
}

/** The validator with which clients under test check answers. */
export const clientSchemas = new ClientSchemas();
