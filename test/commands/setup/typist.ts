import { PassThrough, Writable } from 'node:stream';
import type { Run } from '../../../src/commands/run.ts';
import { TerminalDialogue } from '../../../src/commands/setup/terminal-dialogue.ts';
import { systemClock } from '../../../src/model/time/units.ts';
import { MAIN } from '../../support/program.ts';
import type { Home } from './home.ts';

/** What somebody types when a question is asked: the keys, by words of the question. */
export type Answer = readonly [question: RegExp, keys: string];

export const RETURN = '\r';
export const SPACE = ' ';
export const RIGHT = '\u001B[C';
export const CTRL_C = '\u0003';
/** Clears a line that has something in it. */
export const CLEAR = '\u0015';

/**
 * A terminal with somebody in front who types these answers, each when its question is shown, in this order.
 */
export function typist(answers: readonly Answer[]): {
  readonly dialogue: TerminalDialogue;
  readonly seen: () => string;
} {
  const input = new PassThrough();
  const left = [...answers];
  let seen = '';
  let sinceAnswer = '';
  const look = (): void => {
    // Lines are broken at the width of the terminal.
    const shown = sinceAnswer.replaceAll(/[\s│]+/g, ' ');
    const [next] = left;
    if (next === undefined || !next[0].test(shown)) return;
    left.shift();
    sinceAnswer = '';
    // The prompt listens once it has drawn itself; an escape that ends a key is told from the next one by time.
    setImmediate(() => input.write(next[1]));
  };
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      const text = withoutStyles(chunk.toString());
      seen += text;
      sinceAnswer += text;
      look();
      done();
    },
  });
  return { dialogue: new TerminalDialogue({ input, output }), seen: () => seen };
}

function withoutStyles(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the styles are such
  return text.replaceAll(/\u001B\[[\d;?]*[a-zA-Z]/g, '');
}

/** A run in a home, without a terminal of its own: the dialogue is given beside it. */
export function runIn({ environment }: Home): Run {
  return {
    input: new PassThrough(),
    output: new PassThrough().resume(),
    errors: new PassThrough().resume(),
    environment,
    clock: systemClock,
    program: MAIN,
    untilSignal: () => new Promise(() => undefined),
    words: [],
  };
}
