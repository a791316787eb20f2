import type { ChatSelection } from '../model/chat-columns.ts';
import { CODE_NAMES, type CodeName } from '../model/codes.ts';
import type { ChatCodes } from '../model/records.ts';
import { Counts } from './statistics/growing.ts';

/** The codes that rows of chats have. */
export const CODES_OF_ROWS = {
  is_missed: ({ missedCode }: ChatCodes) => missedCode,
  chat_started_by: ({ startedByCode }: ChatCodes) => startedByCode,
  is_chat_transferred: ({ transferredCode }: ChatCodes) => transferredCode,
  chat_ended_by: ({ endedByCode }: ChatCodes) => endedByCode,
  rating: ({ ratingCode }: ChatCodes) => ratingCode,
} as const satisfies Partial<Record<CodeName, (codes: ChatCodes) => number | undefined>>;
export type RowCode = keyof typeof CODES_OF_ROWS;

export function isRowCode(name: CodeName): name is RowCode {
  return name in CODES_OF_ROWS;
}

/** Counts chats by the raw values of codes, in all and by group: what is told while nobody knows what they mean. */
export class CodeCounts {
  readonly #byCode: ReadonlyMap<RowCode, Map<number, Counts>>;

  constructor(names: readonly CodeName[]) {
    this.#byCode = new Map(
      CODE_NAMES.filter((name) => names.includes(name))
        .filter(isRowCode)
        .map((name) => [name, new Map<number, Counts>()]),
    );
  }

  /** Adds chats, with the numbers of their groups in the order of the rows. */
  add({ columns: { codes, codeSets }, rows }: ChatSelection, groups: Uint32Array): void {
    for (const [name, counts] of this.#byCode) {
      const values = codeSets.map(CODES_OF_ROWS[name]);
      for (let index = 0; index < rows.length; index += 1) {
        const value = values[codes[rows[index] ?? 0] ?? 0];
        if (value === undefined) continue;
        const counted = counts.get(value) ?? new Counts();
        counts.set(value, counted);
        counted.add(groups[index] ?? 0);
      }
    }
  }

  /** The number of chats of a group, or of ALL, with each value of a code, in the order of the values. */
  of(name: CodeName, group: number): ReadonlyMap<number, number> {
    const counts = [...((isRowCode(name) ? this.#byCode.get(name) : undefined) ?? [])];
    return new Map(
      counts
        .map(([value, counted]) => [value, counted.of(group)] as const)
        .filter(([, count]) => count > 0)
        .sort(([one], [other]) => one - other),
    );
  }
}
