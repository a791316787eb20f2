import type { Part } from '../report-words.ts';
import { bold, markup, type Html } from './html.ts';
import type { TopicsData } from './page-data.ts';
import { tableHtml } from './table-html.ts';
import { saidWords } from '../../../tools/topics/topic-words.ts';

/** What visitors talk about: terms, which are their words. */
export function topicsSection({ data, notes }: Part<TopicsData>): Html {
  const terms = (topics: readonly { readonly term: string }[]): string => topics.map(({ term }) => term).join(', ');
  const { topics = [], rising, falling } = data ?? {};
  const isTold = topics.length > 0;
  return markup`<section>
    <h2>Topics</h2>
    ${
      isTold
        ? tableHtml(
            {
              heads: ['said by visitors', 'of the chats', 'before'],
              rows: topics.map(({ term, said, before }) => [
                term,
                saidWords(said),
                before === undefined ? '–' : saidWords(before),
              ]),
            },
            'What visitors talk about, by the share of chats in which one said it',
            'topics',
          )
        : ''
    }
    ${isTold ? changedHtml('Rises beyond chance', rising && terms(rising)) : ''}
    ${isTold ? changedHtml('Falls beyond chance', falling && terms(falling)) : ''}
    ${notes.map((note) => markup`<p>${bold(note)}</p>`)}
  </section>`;
}

/** The terms are strangers' words: nothing in them is a mark of ours. */
function changedHtml(what: string, terms: string | undefined): Html {
  if (terms === undefined) return markup``;
  return markup`<p><strong>${what}:</strong> ${terms === '' ? 'nothing' : terms}.</p>`;
}
