import { eachInSlices, type Steps } from '../../model/slices.ts';
import { FILLER } from './reading/tokens.ts';
import { answerRules } from './rules/answers.ts';
import type { Rule } from './rules/rule.ts';
import type { Sensitive } from './sensitive.ts';

/** A message of a conversation. */
export interface Spoken {
  /** Any text that tells the authors of one conversation from each other. */
  readonly author: string;
  readonly text: string;
}

/** Searches one text, also by the rules for answers to the previous author. */
type Find = (text: string, answers?: readonly Rule[]) => Steps<readonly Sensitive[]>;

/** The longest message with a part of a number, in characters. */
const MAX_LENGTH = 300;
/** The number of messages that are searched together. */
const MESSAGES = 100;
/** A card has four groups: so many messages more may hold the rest of what begins in the last one. */
const REST = 3;

/** Returns what is found in a message when the messages around it are read, too. */
export type FindAcross = (text: string) => Steps<readonly Sensitive[]>;

/**
 * Finds what one author wrote over several messages, whatever others wrote between them: the halves of a card, a password
 * behind "my password is"; and the bare answer to what another author has just asked for. Each message gets its part, and the
 * same text the same everywhere. A stretch of messages is searched when one of it is first asked for.
 * @param formOf a text in the form in which it is searched, and asked for
 * @param find finds in one text
 */
export async function findAcrossMessages(
  written: readonly Spoken[],
  formOf: (text: string) => string,
  find: Find,
): Promise<FindAcross> {
  const messages: Spoken[] = [];
  const stretchesOf = new Map<string, Set<number>>();
  await eachInSlices(written, ({ author, text: asWritten }) => {
    const index = messages.length;
    const isShort = asWritten.length <= MAX_LENGTH;
    const text = isShort ? formOf(asWritten) : asWritten;
    messages.push({ author, text });
    if (!isShort) return;
    const stretches = stretchesOf.get(text) ?? new Set();
    for (const place of [index, index - REST]) if (place >= 0) stretches.add(Math.floor(place / MESSAGES));
    stretchesOf.set(text, stretches);
  });
  const inStretch = new Map<number, ReadonlyMap<string, readonly Sensitive[]>>();
  const inText = new Map<string, readonly Sensitive[]>();
  return function* across(text) {
    const known = inText.get(text);
    if (known !== undefined) return known;
    let all: readonly Sensitive[] = [];
    for (const stretch of stretchesOf.get(text) ?? []) {
      const first = stretch * MESSAGES;
      const found = inStretch.get(stretch) ?? (yield* foundAmong(messages.slice(first, first + MESSAGES + REST), find));
      inStretch.set(stretch, found);
      all = withParts(found.get(text) ?? [], all);
    }
    inText.set(text, all);
    return all;
  };
}

function* foundAmong(messages: readonly Spoken[], find: Find): Steps<ReadonlyMap<string, readonly Sensitive[]>> {
  const parts = new Map<string, readonly Sensitive[]>();
  const add = (text: string, part: Sensitive) => parts.set(text, withParts([part], parts.get(text) ?? []));
  for (const [index, { author, text }] of messages.entries()) {
    if (text.length > MAX_LENGTH) continue;
    const question = messages.slice(Math.max(0, index - REST), index).findLast((one) => one.author !== author)?.text;
    const answers = question === undefined ? [] : answerRules(question);
    if (answers.length === 0) continue;
    for (const finding of yield* find(text, answers)) add(text, finding);
  }
  for (const ofAuthor of Map.groupBy(messages, ({ author }) => author).values()) {
    if (ofAuthor.length < 2) continue;
    // A long message parts those around it.
    const texts = ofAuthor.map(({ text }) => (text.length > MAX_LENGTH ? FILLER : text));
    const findings = yield* find(texts.join('\n'));
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
        add(text, part);
      }
      start = end + 1;
    }
  }
  return parts;
}

/**
 * Returns what is found in a text and the parts of what goes beyond it, in order. These parts win; what is found around one of them
 * stays hidden as well.
 */
export function withParts(found: readonly Sensitive[], parts: readonly Sensitive[]): readonly Sensitive[] {
  if (parts.length === 0) return found;
  return parts
    .reduce((rest, part) => rest.flatMap((one) => outside(one, part)), found)
    .concat(parts)
    .toSorted((one, other) => one.start - other.start);
}

/** What remains of one finding outside of another. */
function outside(one: Sensitive, { start, end }: Sensitive): Sensitive[] {
  if (one.end <= start || one.start >= end) return [one];
  return [
    { ...one, end: Math.min(one.end, start) },
    { ...one, start: Math.max(one.start, end) },
  ].filter((rest) => rest.start < rest.end);
}
