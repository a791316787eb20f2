import { completable, type CompleteCallback, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';

type Arguments = Readonly<Record<string, string | undefined>>;

/** An argument of a prompt, which is a text. */
export interface PromptField {
  readonly description: string;
  readonly isOptional: boolean;
  /** Completes it while somebody types. */
  readonly complete?: CompleteCallback;
}

/**
 * The arguments of a prompt in the form in which the SDK takes schemas (https://standardschema.dev). They are texts and nothing else, and
 * a server is made with each start, and over HTTP with each request: to build the same with a library for schemas took longer than all
 * other parts of a server.
 */
export class PromptSchema implements StandardSchemaWithJSON<Arguments> {
  readonly '~standard': StandardSchemaWithJSON<Arguments>['~standard'];
  /** Where the SDK looks for what completes an argument. */
  readonly shape: Readonly<Record<string, object>>;

  constructor(fields: Readonly<Record<string, PromptField>>) {
    const json = () => jsonSchemaOf(fields);
    this['~standard'] = {
      version: 1,
      vendor: 'chat-operations-mcp',
      validate: (given) => checked(fields, given),
      jsonSchema: { input: json, output: json },
    };
    this.shape = Object.fromEntries(
      Object.entries(fields).flatMap(([name, { complete }]) =>
        complete === undefined ? [] : [[name, completable({ '~standard': this['~standard'] }, complete)]],
      ),
    );
  }
}

function jsonSchemaOf(fields: Readonly<Record<string, PromptField>>) {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { description }]) => [name, { type: 'string', description }])),
    required: entries.flatMap(([name, { isOptional }]) => (isOptional ? [] : [name])),
  };
}

/** What is advertised as needed may be missing all the same: the text of the prompt then asks for it. */
function checked(fields: Readonly<Record<string, PromptField>>, given: unknown) {
  const values = new Map(Object.entries(typeof given === 'object' && given !== null ? given : {}));
  const issues = [...values].flatMap(([name, value]) => {
    if (!Object.hasOwn(fields, name)) return [{ message: `Unrecognized key: "${name}"` }];
    return typeof value === 'string' ? [] : [{ message: 'It is a text.', path: [name] }];
  });
  if (issues.length > 0) return { issues };
  const value = Object.entries(fields).flatMap(([name, { isOptional }]) => {
    const text: unknown = values.get(name) ?? (isOptional ? undefined : '');
    return typeof text === 'string' ? [[name, text] as const] : [];
  });
  return { value: Object.fromEntries(value) };
}
