import { plainText, Quoted } from '../privacy/quoted.ts';
import type { CallToolResult, ClientCapabilities, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { omitUndefined } from '../model/omit-undefined.ts';
import type { CallResult } from './asked-questions.ts';
import type { Desk } from './desk.ts';
import type { CallContext } from './observer.ts';
import { withheldWords } from './own-chats.ts';
import { isForViewsAlone } from './parsed-arguments.ts';
import { EarlyResult, personBehind } from './person.ts';
import { pictureOf } from './picture.ts';
import { answerQuestion } from './question.ts';
import { paragraphs } from './token-budget.ts';
import type { Advertised, DefinedTool } from './tool.ts';
import { FOR_VIEW, showsViews, type ViewName } from './views.ts';

/** The description of a tool in a server's list. Plain JSON: the bundle holds it, made when it was built. */
export interface ToolAdvertisement {
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly view?: ViewName;
  readonly inputSchema: JsonSchema;
  /** The same with the arguments that views alone give, where there are any. */
  readonly inputSchemaForViews?: JsonSchema;
  readonly outputSchema: JsonSchema;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** How a tool is called. */
export interface ToolCall {
  readonly desk: Desk;
  readonly context: CallContext;
  /** What the client said at the beginning of its connection. */
  readonly capabilities: ClientCapabilities | undefined;
  /** What the call comes to in the end, errors worded: a repeated reply gets the same. */
  readonly result: () => Promise<CallResult>;
}

/** A tool, ready to be called. */
export interface Tool {
  readonly name: string;
  readonly advertisement: ToolAdvertisement;
  /** Answers a call. Throws what goes wrong. */
  call(args: unknown, call: ToolCall): Promise<CallResult>;
}

/** The field that the data of every answer has beside the figures. */
const WORDS = { text: z.string().describe('The whole answer in words.') };

/** Makes a tool ready to be called. */
export function callable(tool: DefinedTool): Tool {
  return {
    name: tool.name,
    get advertisement() {
      return advertisementOf(tool);
    },
    call: (args, call) => answer(tool, args, call),
  };
}

/** Returns the description of a tool in a server's list. */
export function advertisementOf({
  title,
  description,
  annotations,
  view,
  input,
  output,
}: Omit<Advertised, 'name'>): ToolAdvertisement {
  const names = Object.keys(input.shape);
  const everybodys = names.filter((name) => !isForViewsAlone(input.shape[name]));
  return {
    title,
    description,
    annotations,
    ...omitUndefined({ view }),
    inputSchema: toJsonSchema(input, 'input', everybodys),
    ...(everybodys.length < names.length && { inputSchemaForViews: toJsonSchema(input, 'input') }),
    outputSchema: toJsonSchema(output.extend(WORDS), 'output'),
  };
}

async function answer(
  tool: DefinedTool,
  args: unknown,
  { desk, context, capabilities, result }: ToolCall,
): Promise<CallResult> {
  const { name, annotations, view, output } = tool;
  const person = personBehind(context, capabilities, desk, result);
  const forView = showsViews(context, capabilities);
  const read = async () => {
    await person.hear();
    return tool.begin(args, desk.account === undefined ? [] : ['account']);
  };
  try {
    return await answerQuestion({ desk, tool: name, context }, read, async (answering, seen, question) => {
      const answer = await answering(seen, { ...question, person });
      // Views call any tool, also those beside whose answers none is shown.
      const viewed = forView ? withoutBoundaries(await (answer.viewData ?? answer.data)()) : undefined;
      // The view beside this answer shows the same as SVG.
      const isImage = !forView || view === undefined;
      const forms = { asImage: isImage ? (answer.tone ?? 'light') : undefined, asSvg: forView } as const;
      const picture = answer.chart && (await pictureOf(answer.chart, forms, desk, question.signal));
      const withheld = annotations.readOnlyHint === true ? withheldWords(name, seen) : undefined;
      const text = paragraphs(answer.text, withheld, picture?.words, answer.closing);
      const shown = (words: string): CallToolResult => ({
        content: [{ type: 'text', text: words }, ...(picture?.images ?? [])],
        ...(forView && { _meta: { [FOR_VIEW]: omitUndefined({ data: viewed, svg: picture?.svg }) } }),
      });
      if (!desk.structuredContent) return shown(text);
      // A host may show its model the data alone: whatever the words say beside the figures is in there, too.
      return { ...shown(text), structuredContent: { ...output.parse(await answer.data()), text } };
    });
  } catch (error) {
    if (error instanceof EarlyResult) return error.result;
    throw error;
  }
}

/** Data for a view, which renders strangers' texts as text alone. */
function withoutBoundaries(data: unknown): unknown {
  if (data instanceof Quoted) return plainText(data);
  if (Array.isArray(data)) return data.map(withoutBoundaries);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, withoutBoundaries(value)]));
}

/** Bounds that a model keeps to without being told. */
const UNTOLD = ['minLength', 'maxLength', 'minItems', 'maxItems', 'exclusiveMinimum'] as const;

const LooseSchema = z.record(z.string(), z.string());

/** Returns a shape as JSON Schema, with all of its properties or with some. */
function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output', some?: readonly string[]): JsonSchema {
  // What is advertised otherwise leaves its definitions behind; nothing that is advertised refers to any.
  const {
    $schema: _,
    $defs: __,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema, path }) => {
      const replacement = LooseSchema.safeParse(jsonSchema['advertisedAs']);
      if (replacement.success) {
        for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
        Object.assign(jsonSchema, replacement.data);
      }
      delete jsonSchema['isForViewsAlone'];
      for (const name of Object.keys(jsonSchema.properties ?? {})) {
        if (path.length === 0 && some?.includes(name) === false) delete jsonSchema.properties?.[name];
      }
      // These bounds cost tokens and tell a model nothing; a call beyond them is refused in words.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (io !== 'input') return;
      for (const bound of UNTOLD) delete jsonSchema[bound];
      if (jsonSchema.maximum === undefined) delete jsonSchema.minimum;
    },
  });
  return json;
}
