import type { CallToolResult, ClientCapabilities, ToolAnnotations } from '@modelcontextprotocol/server';
import type { Chart } from '../charts/chart.ts';
import { omitUndefined } from '../model/omit-undefined.ts';
import { withheldWords } from './own-chats.ts';
import { z } from 'zod';
import { OwnText, type SafeText } from '../privacy/safe-text.ts';
import type { CallResult } from './asked-questions.ts';
import type { Seal } from './cursor.ts';
import type { Desk } from './desk.ts';
import type { CallContext } from './observer.ts';
import { isForViewsAlone, parseArguments, type AskedArguments } from './parsed-arguments.ts';
import { EarlyResult, personBehind, type Person } from './person.ts';
import { pictureOf } from './picture.ts';
import { answerQuestion, type AskedQuestion } from './question.ts';
import { paragraphs } from './token-budget.ts';
import { FOR_VIEW, showsViews, type ViewName } from './views.ts';

/** An answer: the text stands alone, because by default it is all that leaves; the data, for programs and views, say the same. */
export interface Answer<Data> {
  readonly text: OwnText;
  /** The last line, behind all that is said of every answer. */
  readonly closing?: OwnText | undefined;
  /** Made only where somebody wants them. */
  readonly data: () => Data | Promise<Data>;
  /** The same for a view, with every group and not those of a page alone; `data` where it is absent. */
  readonly viewData?: () => Data | Promise<Data>;
  /** A picture of it, where the question asks for one. */
  readonly chart?: Chart | undefined;
}

/**
 * Data as they leave: every string is our own, stands in a boundary, or is a word from a fixed list. A string that may be
 * anything else makes the type `never`: a shape in which strangers' words are not `QuotedText` has no answer.
 */
type OnlyOwnText<Data> = unknown extends Data
  ? never
  : Data extends OwnText
    ? Data
    : Data extends SafeText
      ? never
      : Data extends string
        ? string extends Data
          ? never
          : Data
        : Data extends object
          ? { [Key in keyof Data]: OnlyOwnText<Data[Key]> }
          : Data;

/** The data that a tool gives for a shape, if it may leave. */
export type DataOf<Output extends z.ZodObject> =
  z.output<Output> extends OnlyOwnText<z.output<Output>> ? z.input<Output> : never;

/** A question that was asked through a tool. */
export interface ToolQuestion extends AskedQuestion {
  readonly person: Person;
}

/** What is advertised of a tool. */
interface Advertised {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A strict, flat object. */
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** The view that shows its answers. */
  readonly view?: ViewName;
}

/** A tool whose data need no type: they follow from a description of the record, and are checked before they leave. */
interface DescribedTool<Args> extends Advertised {
  /** Checks the arguments of a call, `beside` those that the server itself reads. Throws InvalidArgument. */
  readonly read: (given: unknown, beside: readonly string[], seal: Seal) => Args;
  readonly answer: (args: Args, desk: Desk, question: ToolQuestion) => Promise<Answer<unknown>>;
}

export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> extends Advertised {
  readonly input: Input;
  readonly output: Output;
  readonly answer: (args: AskedArguments<Input>, desk: Desk, question: ToolQuestion) => Promise<Answer<DataOf<Output>>>;
}

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
  /** What the call comes to in the end, errors worded: whoever repeats a reply is told the same. */
  readonly result: () => Promise<CallResult>;
}

/** A tool, ready to be called. */
export interface Tool {
  readonly name: string;
  readonly advertisement: ToolAdvertisement;
  /** Answers a call. Throws what goes wrong. */
  call(args: unknown, call: ToolCall): Promise<CallResult>;
}

/** The annotations of tools that only read: they change nothing, and asking twice is asking once. */
export const READ_ONLY: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: true };

/**
 * Metadata for a property that is advertised more loosely than it is checked: because another one of the same shape
 * is spelled out already, or because some clients drop every tool at a schema they cannot read.
 */
export function advertisedAs(schema: Readonly<Record<string, string>>): {
  readonly advertisedAs: Readonly<Record<string, string>>;
} {
  return { advertisedAs: schema };
}

/** An argument that views alone give: only hosts that show views are told of it, since some refuse a call that does not keep to the list. */
export const FOR_VIEWS_ALONE = { isForViewsAlone: true } as const;

/** A shape that another tool spells out: advertised as any object, checked all the same. */
export function spelledOutElsewhere<Shape extends z.ZodObject>(shape: Shape): Shape {
  return shape.meta(advertisedAs({ type: 'object' }));
}

/** The field that the data of every answer has beside the figures. */
const WORDS = { text: OwnText.describe('The whole answer in words.') };

/** Defines a tool. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const read = (given: unknown, beside: readonly string[], seal: Seal) =>
    parseArguments({ ...definition, beside }, given, seal);
  return toolOf({ ...definition, read });
}

/** Makes a tool of what it reads and how it answers. */
export function toolOf<Args>(tool: DescribedTool<Args>): Tool {
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

async function answer<Args>(
  tool: DescribedTool<Args>,
  args: unknown,
  { desk, context, capabilities, result }: ToolCall,
): Promise<CallResult> {
  const { name, annotations, view, output } = tool;
  const person = personBehind(context, capabilities, desk, result);
  const forView = showsViews(context, capabilities);
  const read = async (seal: Seal) => {
    await person.hear();
    return tool.read(args, desk.account === undefined ? [] : ['account'], seal);
  };
  try {
    return await answerQuestion({ desk, tool: name, context }, read, async (asked, seen, question) => {
      const told = await tool.answer(asked, seen, { ...question, person });
      // Views call any tool, also those beside whose answers none is shown.
      const viewed = forView ? await (told.viewData ?? told.data)() : undefined;
      // The view beside this answer shows the same as SVG.
      const forms = { asImage: !forView || view === undefined, asSvg: forView };
      const picture = told.chart && (await pictureOf(told.chart, forms, desk, question.signal));
      const withheld = annotations.readOnlyHint === true ? withheldWords(name, seen) : undefined;
      const text = paragraphs(told.text, withheld, picture?.words, told.closing);
      const shown = (words: OwnText): CallToolResult => ({
        content: [{ type: 'text', text: words }, ...(picture?.images ?? [])],
        ...(forView && { _meta: { [FOR_VIEW]: omitUndefined({ data: viewed, svg: picture?.svg }) } }),
      });
      if (!desk.structuredContent) return shown(text);
      // A host may show its model the data alone: whatever the words say beside the figures is in there, too.
      return { ...shown(text), structuredContent: { ...output.parse(await told.data()), text } };
    });
  } catch (error) {
    if (error instanceof EarlyResult) return error.result;
    throw error;
  }
}

const SIZES = ['minLength', 'maxLength', 'minItems'] as const;

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
      if (io === 'input') for (const bound of SIZES) delete jsonSchema[bound];
    },
  });
  return json;
}
