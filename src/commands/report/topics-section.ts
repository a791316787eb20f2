import { plainText } from '../../privacy/quoted.ts';
import { saidWords } from '../../tools/topics/topic-words.ts';
import type { Topics } from './gathered.ts';
import { sectionOf } from './answered-section.ts';
import type { Section } from './section.ts';
import type { Part } from './whole-answers.ts';

/** What visitors talk about: terms, which are their words. */
export function topicsSection(part: Part<Topics>): Section {
  return sectionOf(
    'Topics',
    part,
    ({ data: { topics, rising, falling, notes } }) => {
      if (topics.length === 0) return notes;
      const rows = topics.map(({ term, said, before }) => [
        plainText(term),
        saidWords(said),
        before === undefined ? '–' : saidWords(before),
      ]);
      const changed = [
        ['Rises beyond chance', rising],
        ['Falls beyond chance', falling],
      ] as const;
      return [
        {
          kind: 'table',
          caption: 'What visitors talk about, by the share of chats in which one said it',
          heads: ['said by visitors', 'of the chats', 'before'],
          rows,
        },
        {
          kind: 'lines',
          lines: changed.flatMap(([about, terms]) => (terms === undefined ? [] : [[about, wordsOf(terms)] as const])),
        },
        ...notes,
      ];
    },
    'half',
  );
}

function wordsOf(topics: Topics['topics']): string {
  return topics.map(({ term }) => plainText(term)).join(', ') || 'nothing';
}
