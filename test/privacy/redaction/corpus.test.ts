import { expect, test } from 'vitest';
import { type Class, hiddenIn, KINDS, linesOf, measured, precisionOf, recallOf } from './labelled-lines.ts';

// REDACTION_DIFFERENCES=1 prints what is wrong in the lines that may be read. The figures are in bench/results/redaction.json.
const PRINTS = process.env['REDACTION_DIFFERENCES'] === '1';

/** Measured shares, rounded down to whole percents: less is a step back. */
const FLOORS = {
  'tuning and held out': {
    email: { precision: 1, recall: 1 },
    phone: { precision: 1, recall: 0.98 },
    ip: { precision: 0.98, recall: 1 },
    iban: { precision: 1, recall: 1 },
    card: { precision: 0.98, recall: 1 },
    secret: { precision: 0.99, recall: 0.98 },
  },
  'held out': {
    email: { precision: 1, recall: 1 },
    phone: { precision: 1, recall: 0.91 },
    ip: { precision: 0.95, recall: 1 },
    iban: { precision: 1, recall: 1 },
    card: { precision: 0.95, recall: 1 },
    secret: { precision: 0.98, recall: 0.95 },
  },
  'shapes for tuning': {
    email: { precision: 0.99, recall: 0.99 },
    phone: { precision: 1, recall: 1 },
    ip: { precision: 1, recall: 1 },
    iban: { precision: 1, recall: 1 },
    card: { precision: 0.99, recall: 0.99 },
    secret: { precision: 0.99, recall: 0.97 },
  },
  'shapes held out': {
    email: { precision: 0.94, recall: 0.96 },
    phone: { precision: 0.99, recall: 0.93 },
    ip: { precision: 1, recall: 0.97 },
    iban: { precision: 1, recall: 0.97 },
    card: { precision: 0.96, recall: 0.98 },
    secret: { precision: 0.94, recall: 0.85 },
  },
} as const;

test('D1: the corpus has every kind, and enough lines without anything', () => {
  const lines = [...linesOf('tuning'), ...linesOf('held-out')];
  expect(lines.length).toBeGreaterThanOrEqual(600);
  expect(linesOf('held-out').length / lines.length).toBeGreaterThanOrEqual(0.25);
  expect(lines.filter(({ labels }) => labels.length === 0).length / lines.length).toBeGreaterThan(1 / 3);
});

test.each([
  ['tuning and held out', [...linesOf('tuning'), ...linesOf('held-out')]],
  ['held out', linesOf('held-out')],
  ['shapes for tuning', linesOf('shapes/tuning')],
  ['shapes held out', linesOf('shapes/held-out')],
] as const)(
  'D1: labelled lines, %s: no kind is found less often, or wrongly more often, than measured',
  (part, lines) => {
    const { scores } = measured(lines);
    for (const kind of KINDS) {
      expect(precisionOf(scores[kind]), `precision of ${kind}`).toBeGreaterThanOrEqual(FLOORS[part][kind].precision);
      expect(recallOf(scores[kind]), `recall of ${kind}`).toBeGreaterThanOrEqual(FLOORS[part][kind].recall);
    }
  },
);

/** Of the labels of each class, how many are hidden, and how many lines without labels are changed: measured, and no step back. */
const HIDDEN = {
  fresh: { least: { email: 41, phone: 52, ip: 12, iban: 21, card: 32, secret: 102 }, mostChanged: 1 },
  'blind/tuning': {
    least: { email: 34, phone: 34, ip: 34, iban: 28, card: 24, password: 27, code: 36, token: 41 },
    mostChanged: 0,
  },
  'blind/held-out': {
    least: { email: 35, phone: 34, ip: 34, iban: 38, card: 43, password: 28, code: 33, token: 29 },
    mostChanged: 3,
  },
  'blind/secrets': { least: { password: 66, code: 107 }, mostChanged: 8 },
} as const satisfies Readonly<
  Record<string, { readonly least: Partial<Readonly<Record<Class, number>>>; readonly mostChanged: number }>
>;

test.each(['fresh', 'blind/tuning', 'blind/held-out', 'blind/secrets'] as const)(
  'D1: lines by people who did not know the rules, %s: nothing is hidden less often, or changed more often, than measured',
  (part) => {
    const { classes, ordinary } = hiddenIn(linesOf(part));
    for (const [name, least] of Object.entries(HIDDEN[part].least)) {
      const found = Array.from(classes).find(([each]) => each === name)?.[1];
      expect(found?.hidden, name).toBeGreaterThanOrEqual(least);
    }
    expect(ordinary.changed).toBeLessThanOrEqual(HIDDEN[part].mostChanged);
  },
);

test.runIf(PRINTS)('differences in the lines for tuning', () => {
  const { differences } = measured(
    (['tuning', 'shapes/tuning', 'fresh', 'blind/tuning', 'blind/secrets'] as const).flatMap(linesOf),
  );
  for (const { what, kind, part, text } of differences) {
    process.stdout.write(`${what} ${kind} «${part}» in: ${text}\n`);
  }
});
