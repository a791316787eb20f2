import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { ASK_AGAIN } from '../../answers/error-words.ts';
import { FOR_VIEW } from '../../answers/views.ts';
import { TIMEOUT_MILLIS } from '../ask/one-client.ts';
import type { ProgressLine } from '../shown/progress-line.ts';
import { durationText } from '../../model/words/duration.ts';

/** An answer that is not whole may have come at once: then the service allows no request for a while. */
const BETWEEN_MILLIS = 2000;

/** The time in which nothing more came: asking again does not help. */
const IDLE_MILLIS = 60_000;

const Sampled = z.object({ sampled: z.number() });

/** What of any answer tells whether it is whole. */
const Whole = z.looseObject({
  coverage: z.looseObject({
    complete: z.boolean(),
    basis: z.string(),
    upstream_requests: z.number(),
    remaining: z.looseObject({ seconds: z.number() }).optional(),
  }),
  comparison: z.looseObject({ coverage: z.looseObject({ complete: z.boolean() }) }).optional(),
  compared_coverage: z.looseObject({ complete: z.boolean() }).optional(),
  offline: z.looseObject({ coverage: z.looseObject({ complete: z.boolean() }) }).optional(),
  overall: z.looseObject({}).optional(),
  /** What is still being read behind it, so that its figures rest on fewer. */
  awaited: z.looseObject({}).optional(),
});
type Whole = z.infer<typeof Whole>;

const Page = z.looseObject({
  next_cursor: z.string().optional(),
  messages: z.array(z.unknown()).optional(),
  groups: z.array(z.unknown()).optional(),
});

/** The data of an answer. Its text is for people: nothing is known by it. */
export interface ToolAnswer {
  readonly data: unknown;
  /** Where the client can show views: the same with strangers' words as they are shown, redacted and in no boundary. */
  readonly shown?: unknown;
  /** The picture that was asked for, as SVG. */
  readonly picture?: string;
}

const ForView = z.looseObject({
  [FOR_VIEW]: z.looseObject({ data: z.unknown(), svg: z.string().optional() }).optional(),
});

/** A refusal, in the words of the tool. */
export class NotAnswered extends Error {
  /** Whether asking the same again may bring an answer. */
  readonly mayBeAskedAgain: boolean;

  constructor(words: string, mayBeAskedAgain: boolean) {
    super(words);
    this.mayBeAskedAgain = mayBeAskedAgain;
  }
}

/** Asks tools again and again until their answers are whole, or the time is over. */
export class WholeAnswers {
  readonly #client: Client;
  readonly #progress: ProgressLine;
  readonly #until: number;

  /** @param within seconds for all of them together */
  constructor(client: Client, progress: ProgressLine, within: number) {
    this.#client = client;
    this.#progress = progress;
    this.#until = performance.now() + within * 1000;
  }

  /** Resolves with the last answer. Throws NotAnswered for an error. */
  async ask(what: string, name: string, args: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
    let got = '';
    let grew = performance.now();
    for (;;) {
      const answer = await this.#once(what, name, args);
      if (answer instanceof NotAnswered) {
        if (!answer.mayBeAskedAgain || performance.now() >= this.#until) throw answer;
        await this.#wait();
        continue;
      }
      const data = Whole.parse(answer.data);
      if (isRead(data) && data.awaited === undefined) return answer;
      const now = performance.now();
      const has = JSON.stringify([
        sampledIn(data),
        data.coverage.remaining,
        data.coverage.upstream_requests,
        data.awaited,
      ]);
      if (has !== got) [got, grew] = [has, now];
      if (now - grew >= IDLE_MILLIS || now >= this.#until) return answer;
      this.#progress.says(`${what}${leftWords(data)}`);
      await this.#wait();
    }
  }

  async #wait(): Promise<void> {
    await sleep(Math.min(BETWEEN_MILLIS, Math.max(0, this.#until - performance.now())));
  }

  /** The same of an answer in pages, up to so many rows. */
  async pages(
    what: string,
    name: string,
    args: Readonly<Record<string, unknown>>,
    most: number,
  ): Promise<ToolAnswer[]> {
    const answers = [await this.ask(what, name, args)];
    for (;;) {
      const { next_cursor: cursor, messages = [], groups = [] } = Page.parse(answers.at(-1)?.data);
      const rows = messages.length + groups.length;
      if (cursor === undefined || rows === 0 || answers.length * rows >= most) return answers;
      answers.push(await this.ask(what, name, { ...args, cursor }));
    }
  }

  async #once(what: string, name: string, args: Readonly<Record<string, unknown>>): Promise<ToolAnswer | NotAnswered> {
    const {
      content,
      structuredContent,
      isError,
      _meta: meta,
    } = await this.#client.callTool(
      { name, arguments: { ...args } },
      { timeout: TIMEOUT_MILLIS, onprogress: ({ message }) => this.#progress.says(`${what}: ${message ?? ''}`) },
    );
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    if (isError === true) return new NotAnswered(text, meta?.[ASK_AGAIN] !== 'no');
    const { data: shown, svg } = ForView.parse(meta ?? {})[FOR_VIEW] ?? {};
    return { data: structuredContent, ...omitUndefined({ shown, picture: svg }) };
  }
}

function isRead({ coverage, comparison, compared_coverage: compared, offline }: Whole): boolean {
  return [coverage, comparison?.coverage, compared, offline?.coverage].every((one) => one?.complete !== false);
}

/** The transcripts and replies on which estimates rest, together; undefined where there is no estimate. */
function sampledIn({ overall = {}, offline }: Whole): number | undefined {
  const counts = [...Object.values(overall), offline?.['reply_seconds']].flatMap((figure) => {
    const { data, success } = Sampled.safeParse(figure);
    return success ? [data.sampled] : [];
  });
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

function leftWords({ coverage: { remaining } }: Whole): string {
  return remaining === undefined ? '' : `: about ${durationText(remaining.seconds)} left`;
}
