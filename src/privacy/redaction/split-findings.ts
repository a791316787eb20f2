import { mapInSlices } from '../../model/slices.ts';
import { FILLER } from './reading/finding.ts';
import type { Sensitive } from './sensitive.ts';

/** A message of a conversation. */
export interface Spoken {
  /** Any text that tells the authors of one conversation from each other. */
  readonly author: string;
  readonly text: string;
}

/** The longest message with a part of a number, in characters. */
const MAX_LENGTH = 300;
/** The number of messages that are looked at in one go, which takes a few milliseconds. */
const MESSAGES = 100;
/** A card has four groups: so many messages more may hold the rest of what begins in the last one. */
const REST = 3;

/** Returns what is found in a message when its author's messages before and behind it are read, too. */
export type FindAcross = (text: string) => readonly Sensitive[];

/**
 * Finds what one author wrote over several messages, whatever others wrote between them: the halves of a card, a password
 * behind "my password is". Each message gets its part, and the same text the same everywhere. A stretch of messages is
 * looked at when one of it is first asked for.
 * @param formOf a text in the form in which it is searched, and asked for
 * @param find finds in one text
 */
export async function findAcrossMessages(
  written: readonly Spoken[],
  formOf: (text: string) => string,
  find: (text: string) => readonly Sensitive[],
): Promise<FindAcross> {
  const messages = await mapInSlices(written, ({ author, text }) => ({
    author,
    text: text.length > MAX_LENGTH ? text : formOf(text),
  }));
  const stretchesOf = new Map<string, Set<number>>();
  for (const [index, { text }] of messages.entries()) {
    if (text.length > MAX_LENGTH) continue;
    const stretches = stretchesOf.get(text) ?? new Set();
    for (const place of [index, index - REST]) if (place >= 0) stretches.add(Math.floor(place / MESSAGES));
    stretchesOf.set(text, stretches);
  }
  const found = new Map<number, ReadonlyMap<string, readonly Sensitive[]>>();
  return (text) =>
    [...(stretchesOf.get(text) ?? [])].flatMap((stretch) => {
      const first = stretch * MESSAGES;
      const known = found.get(stretch) ?? foundAmong(messages.slice(first, first + MESSAGES + REST), find);
      found.set(stretch, known);
      return known.get(text) ?? [];
    });
}

function foundAmong(
  messages: readonly Spoken[],
  find: (text: string) => readonly Sensitive[],
): ReadonlyMap<string, readonly Sensitive[]> {
  const parts = new Map<string, Sensitive[]>();
  for (const ofAuthor of Map.groupBy(messages, ({ author }) => author).values()) {
    if (ofAuthor.length < 2) continue;
    // A long message parts those around it.
    const texts = ofAuthor.map(({ text }) => (text.length > MAX_LENGTH ? FILLER : text));
    const findings = find(texts.join('\n'));
    let start = 0;
    for (const text of texts) {
      const end = start + text.length;
      for (const finding of findings) {
        if (finding.end <= start || finding.start >= end) continue;
        const part = {
          ...finding,
          start: Math.max(finding.start, start) - start,
          end: Math.min(finding.end, end) - start,
        };
        parts.set(text, [...(parts.get(text) ?? []), part]);
      }
      start = end + 1;
    }
  }
  return parts;
}

/** Returns what is found in a text and the parts of what goes beyond it, in order; these parts win. */
export function withParts(found: readonly Sensitive[], parts: readonly Sensitive[]): readonly Sensitive[] {
  if (parts.length === 0) return found;
  const all: Sensitive[] = [];
  for (const one of [...parts, ...found]) {
    if (all.every(({ start, end }) => one.end <= start || one.start >= end)) all.push(one);
  }
  return all.toSorted((one, other) => one.start - other.start);
}
