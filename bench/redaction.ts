// `npm run bench`: what redaction finds in the labelled lines, and how long it takes on long texts, the worst ones included.
import { ContactForms } from '../src/privacy/redaction/contact-forms.ts';
import { findSensitive } from '../src/privacy/redaction/sensitive.ts';
import { KINDS, linesOf, measured, precisionOf, recallOf } from '../test/privacy/redaction/labelled-lines.ts';
import { repeated, WORST_TEXTS } from '../test/privacy/redaction/worst-texts.ts';
import { record } from './machine.ts';

const RUNS = 5;
const SHORT_RUNS = 20_000;

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

function millisFor(text: string): number {
  const millis = Array.from({ length: RUNS }, () => {
    const began = performance.now();
    find(text);
    return performance.now() - began;
  });
  return Math.round((millis.toSorted((one, other) => one - other)[Math.floor(RUNS / 2)] ?? Number.NaN) * 10) / 10;
}

function microsFor(text: string): number {
  for (let run = 0; run < SHORT_RUNS / 10; run += 1) find(text);
  const began = performance.now();
  for (let run = 0; run < SHORT_RUNS; run += 1) find(text);
  return Math.round(((performance.now() - began) * 100_000) / SHORT_RUNS) / 100;
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
  },
  micros_for_short_texts: Object.fromEntries(
    [
      'Max Mustermann',
      '東京都',
      'Hi, where is my parcel? It should have come yesterday.',
      'Hi, where is my order 20481234? It should have come on 12.05.2026.',
      'Please write to jane@example.org or call +44 20 7946 0123.',
    ].map((text) => [text, microsFor(text)]),
  ),
  millis: Object.fromEntries(
    Object.entries(WORST_TEXTS).map(([name, piece]) => [
      name,
      { '100_kB': millisFor(repeated(piece, 100_000)), '1_MB': millisFor(repeated(piece, 1_000_000)) },
    ]),
  ),
});
