import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { Chart } from '../charts/chart.ts';
import type { Tone } from '../charts/drawing.ts';
import type { z } from 'zod';
import type { Desk } from './desk.ts';
import { parsedBy } from './parsed-arguments.ts';
import type { Person } from './person.ts';
import type { AskedQuestion } from './question.ts';
import type { ViewName } from './views.ts';

/** An answer: the text stands alone, because by default it is all that leaves; the data, for programs and views, say the same. */
export type Answer<Data, Viewed = Data> = AnswerInWords & (DataForAll<Data & Viewed> | DataForEach<Data, Viewed>);

interface AnswerInWords {
  readonly text: string;
  /** The last line, behind all that is said of every answer. */
  readonly closing?: string | undefined;
  /** A picture of it, where the question asks for one. */
  readonly chart?: Chart | undefined;
  /** Its colours as an image. A view has its own. */
  readonly tone?: Tone | undefined;
}

/** The data of an answer, made only where somebody wants them. A view is given the same. */
interface DataForAll<Data> {
  readonly data: () => Data | Promise<Data>;
  readonly viewData?: undefined;
}

/** The data of an answer for programs, and for a view: with every group and not those of a page alone. */
interface DataForEach<Data, Viewed> {
  readonly data: () => Data | Promise<Data>;
  readonly viewData: () => Viewed | Promise<Viewed>;
}

/** A question that was asked through a tool. */
export interface ToolQuestion extends AskedQuestion {
  readonly person: Person;
}

/** What is advertised of a tool. */
export interface Advertised {
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

/** A tool as it is defined. Its data are checked before they leave. */
export interface DefinedTool<Data = unknown, Viewed = unknown> extends Advertised {
  /** Checks the arguments of a call, `beside` those that the server itself reads, and returns what answers it. Throws InvalidArgument. */
  readonly begin: (given: unknown, beside: readonly string[]) => Answering<Data, Viewed>;
}

/** What a view is given of the answers of a tool. */
export type ViewedOf<Tool> = Tool extends DefinedTool<unknown, infer Viewed> ? Viewed : never;

type Answering<Data, Viewed> = (desk: Desk, question: ToolQuestion) => Promise<Answer<Data, Viewed>>;

export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject, Viewed> extends Advertised {
  readonly input: Input;
  readonly output: Output;
  readonly answer: (
    args: z.output<Input>,
    desk: Desk,
    question: ToolQuestion,
  ) => Promise<Answer<z.input<Output>, Viewed>>;
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

/** Defines a tool. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject, Viewed = z.input<Output>>({
  answer,
  ...tool
}: ToolDefinition<Input, Output, Viewed>): DefinedTool<z.input<Output>, Viewed> {
  return {
    ...tool,
    begin: (given, beside) => {
      const args = parsedBy({ ...tool, beside }, given);
      return (desk, question) => answer(args, desk, question);
    },
  };
}
