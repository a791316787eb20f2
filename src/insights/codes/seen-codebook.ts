import { omitUndefined } from '../../model/omit-undefined.ts';
import type { CodeName } from '../../model/codes.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import type { Codebook, Reading, ReadValue } from '../../model/codebook/codebook.ts';

/**
 * Returns the codebook for somebody who sees some of the chats only: the meanings are those of the whole desk, as far as they see
 * the values or a person has named them; counts and evidence are of what they see.
 */
export function codebookOfSeen(whole: Codebook, seen: Codebook): Codebook {
  return {
    is_missed: readingOfSeen(whole.is_missed, seen.is_missed),
    rating: readingOfSeen(whole.rating, seen.rating),
    unread: readingOfSeen(whole.unread, seen.unread),
    chat_started_by: readingOfSeen(whole.chat_started_by, seen.chat_started_by),
    is_chat_transferred: readingOfSeen(whole.is_chat_transferred, seen.is_chat_transferred),
    chat_ended_by: readingOfSeen(whole.chat_ended_by, seen.chat_ended_by),
    enabled: readingOfSeen(whole.enabled, seen.enabled),
    user_type: readingOfSeen(whole.user_type, seen.user_type),
  };
}

function readingOfSeen<Name extends CodeName>(whole: Reading<Name>, seen: Reading<Name>): Reading<Name> {
  const values = [...whole.values.values()].flatMap((one): [number, ReadValue<Name>][] => {
    const { value, meaning, source, said } = one;
    const own = seen.values.get(value);
    if (own === undefined && source !== 'setting' && said === undefined) return [];
    const { count = 0, evidence = trusted``, likely } = own ?? {};
    return [
      [
        value,
        {
          value,
          count,
          evidence,
          ...omitUndefined({ meaning, source, said, likely: meaning === undefined ? likely : undefined }),
        },
      ],
    ];
  });
  return { settled: whole.settled, source: whole.source, values: new Map(values) };
}
