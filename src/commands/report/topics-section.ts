import { plainText } from '../../privacy/quoted.ts';
import { saidWords } from '../../tools/topics/topic-words.ts';
import type { Part, Topics } from './gathered.ts';
import type { Section, Table } from './section.ts';
import { NotAnswered } from './whole-answers.ts';

/** What visitors talk about: terms, which are their words. */
export function topicsSection(part: Part<Topics>): Section {
  const section = { heading: 'Topics', place: 'half' } as const;
  if (part instanceof NotAnswered) return { ...section, blocks: [part.message] };
  const { topics, rising, falling, notes } = part.data;
  if (topics.length === 0) return { ...section, blocks: notes };
  const table: Table = {
    kind: 'table',
    caption: 'What visitors talk about, by the share of chats in which one said it',
    heads: ['said by visitors', 'of the chats', 'before'],
    rows: topics.map(({ term, said, before }) => [
      plainText(term),
      saidWords(said),
      before === undefined ? '–' : saidWords(before),
    ]),
  };
  const changed = [
    ['Rises beyond chance', rising],
    ['Falls beyond chance', falling],
  ] as const;
  const lines = changed.flatMap(([about, terms]) => (terms === undefined ? [] : [[about, wordsOf(terms)] as const]));
  return { ...section, blocks: [table, { kind: 'lines', lines }, ...notes] };
}

function wordsOf(topics: Topics['topics']): string {
  return topics.length === 0 ? 'nothing' : topics.map(({ term }) => plainText(term)).join(', ');
}
