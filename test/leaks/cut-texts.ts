import { SOUGHT, type Person } from './people.ts';

// People whose texts have an address where a cut goes through them.

/** An address that shares no part with another word. It is planted across the places where texts are cut. */
export const CUT_ADDRESS = 'qzxw.vkjq-wxzv@qxjz.zvwq.org';

/** An address that is too long for a mark beside it; every four characters of it are like no other word. */
export const LONG_ADDRESS = `${'qzxwvkjqwxzv'.repeat(5)}@${`${'qxjzzvwqkxqz'.repeat(5)}.`.repeat(3)}zvwq`;

/** Returns a text whose address begins at a place. */
export function textWith(address: string, place: number, words: string): string {
  const before = words.repeat(Math.ceil(place / words.length)).slice(0, Math.max(0, place - 1));
  return `${before} ${address} and more is said behind it`;
}

/** The depths of a cut into an address, in characters. */
export const DEPTHS = [1, 5, 14, 16, 26];
export const agentSays = (text: string): Person => ({ said: [{ author: 'agent', text: `${text} ${SOUGHT}` }] });
const visitorSays = (text: string, authorName?: string): Person => ({
  said: [{ author: 'visitor', text: `${text} ${SOUGHT}`, ...(authorName !== undefined && { authorName }) }],
});
const at = (cut: number, personWith: (text: string) => Person, words = 'I will write about it soon. '): Person[] =>
  DEPTHS.map((depth) => personWith(textWith(CUT_ADDRESS, cut - depth, words)));

/** Returns a text of nothing but an address. */
export const dense = (address: string, characters: number): string =>
  `${address} `.repeat(Math.ceil(characters / (address.length + 1)));

/** People by what of theirs is cut. */
export const CASES: Readonly<Record<string, readonly Person[]>> = {
  'in a field': [
    // Names, subjects and the texts of lists.
    ...at(60, (name) => ({ ...visitorSays('Hello, my lamp is broken', name), name }), 'Robin '),
    ...[120, 200].flatMap((cut) => at(cut, (subject) => ({ letters: [{ subject, text: '' }] }))),
    ...[60, 160, 240, 20_000].flatMap((cut) => at(cut, (text) => ({ letters: [{ text }] }))),
  ],
  'in a message': [
    ...at(400, agentSays, 'I will write about it soon and '),
    ...at(400, visitorSays, 'Where is the lamp and '),
    ...[2000, 20_000].flatMap((cut) => at(cut, agentSays)),
    ...at(2000, visitorSays),
  ],
  'in nothing but addresses': [
    ...[0, 1, 2].flatMap((shift) => {
      const text = `${'x'.repeat(shift)} ${dense(CUT_ADDRESS, 24_000)}`;
      return [agentSays(text), visitorSays(text), { letters: [{ subject: text, text }], name: text.slice(0, 4000) }];
    }),
    agentSays(dense(LONG_ADDRESS, 95_000)),
    { letters: [{ subject: dense(LONG_ADDRESS, 95_000), text: dense(LONG_ADDRESS, 95_000) }] },
  ],
};

/** Whoever sees this has seen the whole. */
const END = 'zqend';

/** An address with something between each two of its characters. */
export const stuffedWith = (stuffing: string, count: number): string =>
  Array.from(CUT_ADDRESS).join(stuffing.repeat(count));
const codeOf = (character: string, zeros: number): string => `&#${'0'.repeat(zeros)}${character.codePointAt(0)};`;

/** Returns a text in which an address begins some characters before a place. */
const behind = (stuffing: string, place: number): string[] =>
  [7, 24].map((depth) => {
    const room = place - depth - 'Kim  '.length;
    const count = Math.floor(room / stuffing.length);
    return `${stuffing.repeat(count)}${'x'.repeat(room - count * stuffing.length)} ${CUT_ADDRESS}`;
  });

const STUFFED = [
  ...[15, 90, 400, 1000, 4000].map((count) => stuffedWith('\u200B', count)),
  ...[60, 900].map((count) => stuffedWith('&#8203;', count)),
  stuffedWith('\u00AD', 700),
  ...[10_060, 10_120, 10_480].flatMap((place) => [...behind('\u200B', place), ...behind('&nbsp;', place)]),
  ...[40, 500].map((zeros) => Array.from(CUT_ADDRESS, (one) => codeOf(one, zeros)).join('')),
  '\u200B'.repeat(100_000),
];

/** People whose texts are far longer in their raw form than as they are shown: they are cut before their end was read. */
export const STUFFED_PEOPLE = STUFFED.map((text): Person => {
  const written = `Kim ${text} ${END}`;
  return {
    name: written,
    said: [
      { author: 'visitor', text: `${written} ${SOUGHT}` },
      { author: 'agent', text: `I will write to ${text} today ${END}` },
    ],
    letters: [{ subject: written, text: written }],
  };
});
