import { z } from 'zod';
import dutch from '../words/dutch.json' with { type: 'json' };
import english from '../words/english.json' with { type: 'json' };
import french from '../words/french.json' with { type: 'json' };
import german from '../words/german.json' with { type: 'json' };
import italian from '../words/italian.json' with { type: 'json' };
import nordic from '../words/nordic.json' with { type: 'json' };
import others from '../words/others.json' with { type: 'json' };
import polish from '../words/polish.json' with { type: 'json' };
import portuguese from '../words/portuguese.json' with { type: 'json' };
import russian from '../words/russian.json' with { type: 'json' };
import shared from '../words/shared.json' with { type: 'json' };
import spanish from '../words/spanish.json' with { type: 'json' };
import turkish from '../words/turkish.json' with { type: 'json' };

/** What a word can mean to a rule. */
const ROLES = [
  'password',
  'short',
  'key',
  'code',
  'weakCode',
  'challenge',
  'access',
  'lock',
  'notCode',
  'login',
  'phrase',
  'setting',
  'openKey',
  'is',
  'into',
  'from',
  'talk',
  'entering',
  'changing',
  'changed',
  'message',
  'digits',
  'back',
  'counted',
  'phone',
  'count',
  'paying',
  'card',
  'notCard',
  'amount',
  'unit',
  'program',
  'machine',
  'section',
  'newer',
  'numeral',
  'part',
  'at',
  'looseAt',
  'tightAt',
  'dot',
  'dash',
  'provider',
  'ending',
  'mail',
  'notName',
  'double',
  'triple',
  'hundred',
  'joining',
  'question',
  'digit0',
  'digit1',
  'digit2',
  'digit3',
  'digit4',
  'digit5',
  'digit6',
  'digit7',
  'digit8',
  'digit9',
] as const;
export type Role = (typeof ROLES)[number];
export type Roles = ReadonlySet<Role>;

/** Roles by word: `word`, `begin*`, `*end`, `several_words`. */
const Vocabulary = z.partialRecord(z.enum(ROLES), z.array(z.string()));

/** A wildcard needs this many letters beside it; a longer word than this has no roles. */
const MAX_WORD_LENGTH = 32;
export const NO_ROLES: Roles = new Set();

const exact = new Map<string, Set<Role>>();
/** The length of the longest word by its first character. */
const longest = new Map<string, number>();
const beginnings = new Map<string, Set<Role>>();
const endings = new Map<string, Set<Role>>();

/** Several words that mean something together, by the first of them. */
interface Phrase {
  readonly rest: readonly string[];
  readonly roles: Roles;
}
const phrases = new Map<string, Phrase[]>();

const FILES = [
  english,
  german,
  french,
  spanish,
  italian,
  portuguese,
  dutch,
  polish,
  nordic,
  russian,
  turkish,
  others,
  shared,
];

/** All words with their roles: whole ones, beginnings and endings of words, and phrases by their first word. */
export const VOCABULARY: {
  readonly exact: ReadonlyMap<string, Roles>;
  readonly beginnings: ReadonlyMap<string, Roles>;
  readonly endings: ReadonlyMap<string, Roles>;
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
} = { exact, beginnings, endings, phrases };

for (const file of FILES) {
  const rows = Vocabulary.parse(file);
  for (const role of ROLES) {
    for (const entry of (rows[role] ?? []).flatMap((row) => row.split(' '))) add(entry, role);
  }
}

function add(entry: string, role: Role): void {
  const [first = '', ...rest] = entry.split(/_|(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/u);
  if (rest.length > 0) {
    const known = phrases.get(first) ?? [];
    phrases.set(first, known);
    known.push({ rest, roles: new Set([role]) });
  } else if (entry.startsWith('*')) addTo(endings, entry.slice(1), role);
  else if (entry.endsWith('*')) addTo(beginnings, entry.slice(0, -1), role);
  else {
    addTo(exact, entry, role);
    longest.set(entry.charAt(0), Math.max(entry.length, longest.get(entry.charAt(0)) ?? 0));
  }
}

function addTo(words: Map<string, Set<Role>>, word: string, role: Role): void {
  const roles = words.get(word) ?? new Set();
  words.set(word, roles.add(role));
}

/** The lengths that beginnings and endings of words have: no others are tried. */
const BEGINNING_LENGTHS = lengthsOf(beginnings);
const ENDING_LENGTHS = lengthsOf(endings);

function lengthsOf(words: ReadonlyMap<string, unknown>): readonly number[] {
  return [...new Set(Array.from(words.keys(), (word) => word.length))];
}

/**
 * The roles of a word in lower case. Constant in time: longer words have none. Nothing is kept from one text to the next, since a
 * word may be the name of a visitor who is erased later.
 */
export function rolesOf(word: string): Roles {
  if (word.length > MAX_WORD_LENGTH) return NO_ROLES;
  let roles: Roles = exact.get(word) ?? NO_ROLES;
  for (const length of BEGINNING_LENGTHS)
    if (length <= word.length) roles = both(roles, beginnings.get(word.slice(0, length)));
  for (const length of ENDING_LENGTHS) if (length <= word.length) roles = both(roles, endings.get(word.slice(-length)));
  return roles;
}

function both(some: Roles, others: Roles | undefined): Roles {
  if (others === undefined) return some;
  return some.size === 0 ? others : new Set([...some, ...others]);
}

/** The length of the longest word that begins at a place in a run of a script without spaces; 0 where none does. */
export function joinedLengthAt(run: string, at: number): number {
  let length = Math.min(longest.get(run.charAt(at)) ?? 0, run.length - at);
  while (length > 0 && !exact.has(run.slice(at, at + length))) length -= 1;
  return length;
}

/** The phrases that begin with a word. */
export function phrasesAt(word: string): readonly Phrase[] {
  return phrases.get(word) ?? [];
}

/** Whether a word is the one of a phrase: `begin*` matches any ending. */
export function matches(word: string, pattern: string): boolean {
  return pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern;
}
