import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Contact, ContactForms } from '../../../src/privacy/redaction/contact-forms.ts';
import { findSensitive, type SensitiveKind } from '../../../src/privacy/redaction/sensitive.ts';

/** A part of a line that a person labelled, or that was found. */
export interface Span {
  readonly kind: SensitiveKind;
  readonly start: number;
  readonly end: number;
  readonly known: boolean;
}

/** A line of the corpus. */
interface LabelledLine {
  readonly text: string;
  readonly contact: Contact;
  readonly labels: readonly Span[];
}

export const KINDS = ['email', 'phone', 'ip', 'iban', 'card', 'secret'] as const satisfies readonly SensitiveKind[];

const PARTS = ['tuning', 'held-out', 'shapes/tuning', 'shapes/held-out'] as const;
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
  const labels: Span[] = [];
  let text = '';
  for (const piece of line
    .slice(all.length)
    .replaceAll('⏎', '\n')
    .split(/(\{[^{}|]*\|[^{}]*\})/)) {
    const [, known, kind, written] = /^\{(known )?(\w+)\|(.*)\}$/s.exec(piece) ?? [];
    const found = KINDS.find((each) => each === kind);
    const labelled = found === undefined ? undefined : written?.replaceAll('¦', '|');
    if (found !== undefined && labelled !== undefined) {
      const start = text.length;
      labels.push({ kind: found, start, end: start + labelled.length, known: known !== undefined });
    }
    text += labelled ?? piece;
  }
  return { text, labels, contact: fields === undefined ? {} : contactOf(fields) };
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
  readonly kind: SensitiveKind;
  readonly part: string;
}

export interface Measurement {
  readonly lines: number;
  readonly scores: Readonly<Record<SensitiveKind, Score>>;
  readonly differences: readonly Difference[];
}

/** Compares what is found in lines with what is labelled. */
export function measured(lines: readonly LabelledLine[]): Measurement {
  const none = (): Score => ({ right: 0, wrong: 0, missing: 0 });
  const scores = { email: none(), phone: none(), ip: none(), iban: none(), card: none(), secret: none() };
  const differences: Difference[] = [];
  for (const { text, contact, labels } of lines) {
    const found: Span[] = findSensitive(text, 'contacts', new ContactForms(contact), new Set());
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
