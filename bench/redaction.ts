// `npm run bench`: what redaction finds in the labelled lines, and how long it takes on long texts, the worst ones included.
import { ContactForms } from '../src/privacy/redaction/contact-forms.ts';
import { findSensitive, readingOf } from '../src/privacy/redaction/sensitive.ts';
import { KINDS, linesOf, measured, precisionOf, recallOf } from '../test/privacy/redaction/labelled-lines.ts';
import { repeated, WORST_TEXTS } from '../test/privacy/redaction/worst-texts.ts';
import { onCpu } from './cpu-time.ts';
import { record } from './machine.ts';

const RUNS = 5;
const SHORT_RUNS = 20_000;
const NAMES = 5000;

/** The contact of the person of a chat: it is looked for in every text. */
const KNOWN = new ContactForms({
  email: 'max.mustermann@example.de',
  phone: '0170 1234567',
  ip: '203.0.113.9',
  country: 'Germany',
});
const KEPT = new Set(['support@example.com']);

function find(text: string): void {
  findSensitive(text, 'contacts', KNOWN, KEPT);
}

function medianOf(measure: () => number): number {
  const measured = Array.from({ length: RUNS }, measure);
  return tenths(measured.toSorted((one, other) => one - other)[Math.floor(RUNS / 2)] ?? Number.NaN);
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The steps of a text, their CPU time, and that of the longest turn between two others' turns. */
function costOf(text: string): object {
  let steps = 0;
  const turns: number[] = [];
  const millis = medianOf(() => {
    const reading = readingOf(text, 'contacts', KNOWN, KEPT);
    let all = 0;
    let worst = 0;
    for (let isDone = false; !isDone;) {
      const turn = onCpu(() => reading.next());
      all += turn.millis;
      worst = Math.max(worst, turn.millis);
      isDone = turn.result.done === true;
      if (turn.result.done === true) ({ steps } = turn.result.value);
    }
    turns.push(worst);
    return all;
  });
  return { steps, millis, worst_turn: tenths(Math.min(...turns)) };
}

function microsFor(text: string): number {
  const run = () => {
    for (let count = 0; count < SHORT_RUNS; count += 1) find(text);
  };
  return medianOf(() => (onCpu(run).millis * 1000) / SHORT_RUNS);
}

/** A page of names. */
function millisForNames(): number {
  const [first, last] = [
    ['Max', 'Anna', 'José', 'Łukasz', 'Mehmet', 'Ольга', 'Siobhán', '美咲'],
    ['Mustermann', 'Schmidt', 'García', 'Kowalski', 'Yılmaz', 'Иванова', 'Ní Bhriain', '佐藤'],
  ] as const;
  const names = Array.from(
    { length: NAMES },
    (_, index) =>
      `${first[index % first.length] ?? ''} ${last[(index >> 3) % last.length] ?? ''}${'aeiou'[index % 5] ?? ''}`,
  );
  return medianOf(() => onCpu(() => names.forEach(find)).millis);
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}

function found(lines: ReturnType<typeof linesOf>): object {
  const { scores } = measured(lines);
  return {
    lines: lines.length,
    lines_without_anything: lines.filter(({ labels }) => labels.length === 0).length,
    kinds: Object.fromEntries(
      KINDS.map((kind) => {
        const { right, wrong, missing } = scores[kind];
        const [precision, recall] = [rounded(precisionOf(scores[kind])), rounded(recallOf(scores[kind]))];
        return [kind, { labelled: right + missing, found: right + wrong, right, precision, recall }];
      }),
    ),
  };
}

await record('redaction', {
  found: {
    all: found([...linesOf('tuning'), ...linesOf('held-out')]),
    held_out: found(linesOf('held-out')),
    shapes: found([...linesOf('shapes/tuning'), ...linesOf('shapes/held-out')]),
    shapes_held_out: found(linesOf('shapes/held-out')),
    blind: found([...linesOf('blind/tuning'), ...linesOf('blind/held-out')]),
    blind_held_out: found(linesOf('blind/held-out')),
  },
  micros_for_short_texts: Object.fromEntries(
    [
      'Max Mustermann',
      '東京都',
      'Hi, where is my parcel? It should have come yesterday.',
      'Thank you for your message. We have looked into the matter and will send the missing part out today.',
      'Hi, where is my order 20481234? It should have come on 12.05.2026.',
      'Please write to jane@example.org or call +44 20 7946 0123.',
    ].map((text) => [text, microsFor(text)]),
  ),
  millis_for_5000_names: millisForNames(),
  long_texts: Object.fromEntries(
    Object.entries(WORST_TEXTS).map(([name, piece]) => [
      name,
      { '10_kB': costOf(repeated(piece, 10_000)), '50_kB': costOf(repeated(piece, 50_000)) },
    ]),
  ),
});
