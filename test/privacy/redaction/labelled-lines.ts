import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Contact, ContactForms } from '../../../src/privacy/redaction/contact-forms.ts';
import { findSensitive } from '../../../src/privacy/redaction/sensitive.ts';

/** A part of a line that a person labelled, or that was found. */
export interface Span {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
  readonly known: boolean;
}

/** A line of the corpus. */
interface LabelledLine {
  readonly text: string;
  readonly contact: Contact;
  /** What somebody else wrote right before, where the line answers it. */
  readonly question?: string;
  readonly labels: readonly Label[];
}

/** A part that a person labelled; secrets may be labelled by their class. */
interface Label extends Span {
  readonly class: Class;
}

export const KINDS = ['email', 'phone', 'ip', 'iban', 'card', 'secret'] as const;
type Kind = (typeof KINDS)[number];

/** The kinds, with secrets by what they are: passwords and phrases, codes and answers, keys and tokens. */
export const CLASSES = ['email', 'phone', 'ip', 'iban', 'card', 'password', 'code', 'token', 'secret'] as const;
export type Class = (typeof CLASSES)[number];

function kindOf(label: Class): Kind {
  return label === 'password' || label === 'code' || label === 'token' ? 'secret' : label;
}

const PARTS = [
  'tuning',
  'held-out',
  'shapes/tuning',
  'shapes/held-out',
  'fresh',
  'blind/tuning',
  'blind/held-out',
  'blind/secrets',
] as const;
type Part = (typeof PARTS)[number];

/** The lines of a part of the corpus; its README says how they are written. */
export function linesOf(part: Part): LabelledLine[] {
  const folder = fileURLToPath(new URL(`corpus/${part}/`, import.meta.url));
  const files = readdirSync(folder).filter((file) => file.endsWith('.txt'));
  return files.flatMap((file) =>
    readFileSync(`${folder}${file}`, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map(parsed),
  );
}

function parsed(line: string): LabelledLine {
  const [all = '', fields] = /^<([^<>]*=[^<>]*)> /.exec(line) ?? [];
  const [message = '', question] = line.slice(all.length).replaceAll('⏎', '\n').split(' ⇒ ').toReversed();
  const labels: Label[] = [];
  let text = '';
  for (const piece of message.split(/(\{[^{}|]*\|[^{}]*\})/)) {
    const [, known, name, written] = /^\{(known )?(\w+)\|(.*)\}$/s.exec(piece) ?? [];
    const label = CLASSES.find((each) => each === name);
    const labelled = label === undefined ? undefined : written?.replaceAll('¦', '|');
    if (label !== undefined && labelled !== undefined) {
      const start = text.length;
      const span = { kind: kindOf(label), start, end: start + labelled.length, known: known !== undefined };
      labels.push({ ...span, class: label });
    }
    text += labelled ?? piece;
  }
  return {
    text,
    labels,
    contact: fields === undefined ? {} : contactOf(fields),
    ...(question !== undefined && { question }),
  };
}

const Fields = z.strictObject({
  email: z.string().optional(),
  phone: z.string().optional(),
  ip: z.string().optional(),
  country: z.string().optional(),
});

function contactOf(fields: string): Contact {
  const values = fields.split(/ (?=(?:email|phone|ip|country)=)/).map((field) => field.split(/=(.*)/s).slice(0, 2));
  return Fields.parse(Object.fromEntries(values));
}

/** The numbers of findings of a kind that are right (the same span), wrong, or missing. */
export interface Score {
  right: number;
  wrong: number;
  missing: number;
}

/** Findings and labels that the other side has not, for people who look what goes wrong. */
export interface Difference {
  readonly text: string;
  readonly what: 'wrong' | 'missing';
  readonly kind: Kind;
  readonly part: string;
}

export interface Measurement {
  readonly lines: number;
  readonly scores: Readonly<Record<Kind, Score>>;
  readonly differences: readonly Difference[];
}

function foundIn({ text, contact, question }: LabelledLine): Span[] {
  return findSensitive(text, 'contacts', new ContactForms(contact), new Set(), question).flatMap((finding) =>
    finding.kind === 'unchecked' ? [] : [{ ...finding, kind: finding.kind }],
  );
}

/** Compares what is found in lines with what is labelled. */
export function measured(lines: readonly LabelledLine[]): Measurement {
  const none = (): Score => ({ right: 0, wrong: 0, missing: 0 });
  const scores = { email: none(), phone: none(), ip: none(), iban: none(), card: none(), secret: none() };
  const differences: Difference[] = [];
  for (const line of lines) {
    const { text, labels } = line;
    const found = foundIn(line);
    const isAmong = (span: Span, spans: readonly Span[]) => spans.some((other) => isSame(span, other));
    for (const span of found) {
      const score = scores[span.kind];
      if (isAmong(span, labels)) {
        score.right += 1;
        continue;
      }
      score.wrong += 1;
      differences.push({ text, what: 'wrong', kind: span.kind, part: text.slice(span.start, span.end) });
    }
    for (const span of labels) {
      if (isAmong(span, found)) continue;
      scores[span.kind].missing += 1;
      differences.push({ text, what: 'missing', kind: span.kind, part: text.slice(span.start, span.end) });
    }
  }
  return { lines: lines.length, scores, differences };
}

/** How many of some labels are hidden: each of their letters and digits, whatever they were taken for. */
export interface Hidden {
  hidden: number;
  labels: number;
}

/** What a reader sees of lines: what is hidden by class, and how many lines without labels are changed. */
export function hiddenIn(lines: readonly LabelledLine[]) {
  const classes = new Map<Class, Hidden>();
  const ordinary = { lines: 0, changed: 0 };
  for (const line of lines) {
    const { text, labels } = line;
    const found = foundIn(line);
    const isHidden = (place: number) =>
      !/[\p{L}\p{N}]/u.test(text.charAt(place)) || found.some(({ start, end }) => start <= place && place < end);
    for (const { start, end, class: label } of labels) {
      const count = classes.get(label) ?? { hidden: 0, labels: 0 };
      classes.set(label, count);
      count.labels += 1;
      if (Array.from({ length: end - start }, (_, index) => start + index).every(isHidden)) count.hidden += 1;
    }
    if (labels.length > 0) continue;
    ordinary.lines += 1;
    if (found.length > 0) ordinary.changed += 1;
  }
  return { classes, ordinary };
}

function isSame(one: Span, other: Span): boolean {
  return one.kind === other.kind && one.start === other.start && one.end === other.end && one.known === other.known;
}

/** Returns the share of the findings that is right. */
export function precisionOf({ right, wrong }: Score): number {
  return right + wrong === 0 ? 1 : right / (right + wrong);
}

/** Returns the share of the labels that is found. */
export function recallOf({ right, missing }: Score): number {
  return right + missing === 0 ? 1 : right / (right + missing);
}
