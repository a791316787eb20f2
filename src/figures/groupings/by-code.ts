import { CODE_MEANINGS, type CodeName } from '../../model/codes.ts';
import type { ChatCodes } from '../../model/records.ts';
import { trusted, type ProgramText } from '../../model/text/trusted-text.ts';
import { meaningOf } from '../../model/codebook/codebook.ts';
import type { Drawn, Grouping } from './grouping.ts';

/** Rows that do not say come last. */
const NOT_SAID = Number.MAX_VALUE;

/** A value of unknown meaning comes after all meanings, in the order of the values. */
const UNKNOWN_FROM = 1e15;

/** A grouping by what a code of the chat means; a value of unknown meaning is a group of its own. */
export function byCode<const Name extends string>(
  name: Name,
  label: ProgramText,
  drawn: Drawn,
  code: CodeName & ('chat_started_by' | 'chat_ended_by' | 'is_chat_transferred'),
  valueOf: (codes: ChatCodes) => number | undefined,
): Grouping<Name> {
  const meanings: readonly ProgramText[] = CODE_MEANINGS[code].map((meaning) => trusted`${meaning}`);
  return {
    name,
    label,
    drawn,
    order: 'key',
    codes: [code],
    cuts: true,
    keys: ({ book }) => {
      const keyOf = (value: number | undefined): number => {
        if (value === undefined) return NOT_SAID;
        const meaning = meaningOf(book, code, value);
        return meaning === undefined ? UNKNOWN_FROM + value : meanings.findIndex((one) => one === meaning);
      };
      const text = (key: number): ProgramText =>
        key === NOT_SAID ? trusted`not said` : (meanings[key] ?? trusted`code ${key - UNKNOWN_FROM}`);
      return {
        of: ({ columns: { codes, codeSets }, rows }) => {
          const keys = codeSets.map((set) => keyOf(valueOf(set)));
          return Float64Array.from(rows, (row) => keys[codes[row] ?? 0] ?? NOT_SAID);
        },
        all: () => [],
        text,
        label: (key) => {
          const isUnknown = key !== NOT_SAID && meanings[key] === undefined;
          return { kind: 'words', words: isUnknown ? trusted`${text(key)} (unknown)` : text(key) };
        },
      };
    },
  };
}
