import { setTimeout as sleep } from 'node:timers/promises';
import type { Desk } from '../../answers/desk.ts';
import { askAgainAfter, renderError } from '../../answers/error-words.ts';
import type { Person } from '../../answers/person.ts';
import { pictureOf } from '../../answers/picture.ts';
import { answerQuestion } from '../../answers/question.ts';
import type { DefinedTool } from '../../answers/tool.ts';
import type { Chart } from '../../charts/chart.ts';
import { ChatOperationsError } from '../../model/errors.ts';
import { seconds } from '../../model/time/units.ts';
import { durationText } from '../../model/words/duration.ts';
import type { ProgressLine } from '../shown/progress-line.ts';
import type { Picture } from './section.ts';

/** An answer that is not complete may have come at once: then the service allows no request for a while. */
const BETWEEN_MILLIS = 2000;

/** The time in which nothing more came: asking again does not help. */
const IDLE_MILLIS = 60_000;

interface Covered {
  readonly complete: boolean;
  readonly basis: string;
  readonly upstream_requests: number;
  readonly remaining?: { readonly seconds: number } | undefined;
}

/** What of the data of an answer tells whether it is complete, or grows. */
export interface Loading {
  readonly coverage: Covered;
  readonly comparison?: { readonly coverage: Covered } | undefined;
  readonly compared_coverage?: Covered | undefined;
  readonly older_coverage?: Covered | undefined;
  readonly offline?: { readonly coverage: Covered } | undefined;
  readonly overall?: object | undefined;
  readonly awaited?: object | undefined;
}

/** An answer as a view is given it, and its picture where one was asked for. */
export interface Asked<Data> {
  readonly data: Data;
  readonly picture?: Picture | undefined;
}

/** An answer, or why there is none. */
export type Part<Data> = Asked<Data> | NotAnswered;

/** A refusal, in the words of the tool. */
export class NotAnswered extends Error {
  /** Whether asking the same again may bring an answer. */
  readonly mayBeAskedAgain: boolean;

  constructor(words: string, mayBeAskedAgain: boolean) {
    super(words);
    this.mayBeAskedAgain = mayBeAskedAgain;
  }
}

/** A report asks nobody for a yes. */
const NOBODY: Person = {
  canBeAsked: false,
  hear: () => Promise.resolve(),
  ask: () => Promise.resolve({ reply: 'cannot_ask' }),
};

/** Asks tools in this process, again and again until their answers are complete or the time is over. */
export class WholeAnswers {
  readonly #desk: Desk;
  readonly #progress: Pick<ProgressLine, 'says'>;
  readonly #until: number;

  /** @param within seconds for all of them together */
  constructor(desk: Desk, progress: Pick<ProgressLine, 'says'>, within: number) {
    this.#desk = desk;
    this.#progress = progress;
    this.#until = performance.now() + within * 1000;
  }

  /** Resolves with the last answer. `what` says on the progress line what is asked for. */
  async ask<Data extends Loading>(
    what: string,
    tool: DefinedTool<unknown, Data>,
    args: Readonly<Record<string, unknown>>,
  ): Promise<Part<Data>> {
    let got = '';
    let grew = performance.now();
    for (;;) {
      const answer = await this.#once(what, tool, args);
      const now = performance.now();
      if (answer instanceof NotAnswered) {
        if (!answer.mayBeAskedAgain || now >= this.#until) return answer;
      } else {
        const { data } = answer;
        if (isComplete(data)) return answer;
        const { remaining, upstream_requests: requests } = data.coverage;
        const has = JSON.stringify([remaining, requests, data.awaited, data.overall]);
        if (has !== got) [got, grew] = [has, now];
        if (now - grew >= IDLE_MILLIS || now >= this.#until) return answer;
        this.#progress.says(
          `${what}${remaining === undefined ? '' : `: about ${durationText(remaining.seconds)} left`}`,
        );
      }
      await sleep(Math.min(BETWEEN_MILLIS, Math.max(0, this.#until - performance.now())));
    }
  }

  async #once<Data>(
    what: string,
    tool: DefinedTool<unknown, Data>,
    args: Readonly<Record<string, unknown>>,
  ): Promise<Part<Data>> {
    const { signal } = new AbortController();
    const left = Math.max(0, (this.#until - performance.now()) / 1000);
    const notify = async ({ params }: { readonly params?: Readonly<Record<string, unknown>> | undefined }) => {
      this.#progress.says(`${what}: ${String(params?.['message'])}`);
    };
    const context = {
      // One answer takes no longer than all of them may.
      underWay: { waited: seconds(Math.max(0, this.#desk.answerWithin - left)), spent: () => undefined },
      mcpReq: { signal, _meta: { progressToken: what }, notify },
    };
    const asked = { desk: this.#desk, tool: tool.name, context };
    try {
      return await answerQuestion(
        asked,
        () => tool.begin(args, []),
        async (answer, seen, question) => {
          const answered = await answer(seen, { ...question, person: NOBODY });
          const { chart } = answered;
          const data = await (answered.viewData === undefined ? answered.data() : answered.viewData());
          return { data, picture: chart && (await this.#drawn(chart, signal)) };
        },
      );
    } catch (error) {
      if (!(error instanceof ChatOperationsError)) this.#desk.reportBug(error);
      return new NotAnswered(renderError(error), askAgainAfter(error) !== 'no');
    }
  }

  /** Returns a picture of an answer, or nothing where it cannot be drawn. */
  async #drawn(chart: Chart, signal: AbortSignal): Promise<Picture | undefined> {
    const { svg, words } = await pictureOf(chart, { asImage: undefined, asSvg: true }, this.#desk, signal);
    return svg === undefined ? undefined : { kind: 'picture', svg, words };
  }
}

function isComplete(data: Loading): boolean {
  const { coverage, comparison, compared_coverage: compared, older_coverage: older, offline, awaited } = data;
  const parts = [coverage, comparison?.coverage, compared, older, offline?.coverage];
  return awaited === undefined && parts.every((part) => part?.complete !== false);
}
