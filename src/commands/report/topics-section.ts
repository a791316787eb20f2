import { plainText } from '../../privacy/quoted.ts';
import { saidWords } from '../../tools/topics/topic-words.ts';
import type { Part, Topics } from './gathered.ts';
import type { Section, Table } from './section.ts';
import { NotAnswered } from './whole-answers.ts';

type Topic = Topics['topics'][number];

/** What visitors talk about: terms, which are their words. */
export function topicsSection(part: Part<Topics>): Section {
  const section = { heading: 'Topics', place: 'beside' } as const;
  if (part instanceof NotAnswered) return { ...section, blocks: [part.message] };
  const { topics, rising, falling, notes } = part.data;
  if (topics.length === 0) return { ...section, blocks: notes };
  const table: Table = {
    kind: 'table',
    caption: 'What visitors talk about, by the share of chats in which one said it',
    layout: 'topics',
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
  const entries = changed.flatMap(([name, some]) => (some === undefined ? [] : [[name, termsOf(some)] as const]));
  return { ...section, blocks: [table, { kind: 'named', entries }, ...notes] };
}

function termsOf(topics: readonly Topic[]): string {
  return topics.length === 0 ? 'nothing' : topics.map(({ term }) => plainText(term)).join(', ');
}
