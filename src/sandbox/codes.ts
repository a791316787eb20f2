import type { Dialect } from './dialects.ts';

interface YesOrNo {
  readonly no: number;
  readonly yes: number;
}

/** The integer codes, whose meaning the specification leaves open (section 2, "Numeric code meanings: not shown"). */
export interface Codes {
  readonly is_missed: { readonly served: number; readonly missed: number };
  readonly chat_started_by: { readonly visitor: number; readonly agent: number };
  readonly is_chat_transferred: YesOrNo;
  readonly chat_ended_by: { readonly none: number; readonly visitor: number; readonly agent: number };
  readonly unread: YesOrNo;
  readonly enabled: YesOrNo;
  /** A rating is its number of stars times `star`. */
  readonly rating: { readonly none: number; readonly star: number };
  readonly user_type: Readonly<Record<'visitor' | 'agent' | 'bot' | 'system', number>>;
}

const SETS: Readonly<Record<Dialect['codes'], Codes>> = {
  // What one would guess.
  a: {
    is_missed: { served: 0, missed: 1 },
    chat_started_by: { visitor: 1, agent: 2 },
    is_chat_transferred: { no: 0, yes: 1 },
    chat_ended_by: { none: 0, visitor: 1, agent: 2 },
    unread: { no: 0, yes: 1 },
    enabled: { no: 0, yes: 1 },
    rating: { none: 0, star: 1 },
    user_type: { visitor: 1, agent: 2, bot: 3, system: 4 },
  },
  // The guess is wrong everywhere.
  b: {
    is_missed: { served: 1, missed: 0 },
    chat_started_by: { visitor: 2, agent: 1 },
    is_chat_transferred: { no: 1, yes: 0 },
    chat_ended_by: { none: 3, visitor: 2, agent: 1 },
    unread: { no: 1, yes: 0 },
    enabled: { no: 1, yes: 0 },
    rating: { none: -1, star: 1 },
    user_type: { visitor: 2, agent: 1, bot: 0, system: 5 },
  },
  // Nothing to guess.
  c: {
    is_missed: { served: -1, missed: 10 },
    chat_started_by: { visitor: 77, agent: -77 },
    is_chat_transferred: { no: 20, yes: 21 },
    chat_ended_by: { none: 99, visitor: 31, agent: 1_000_000 },
    unread: { no: -5, yes: 50_000 },
    enabled: { no: 12, yes: 11 },
    rating: { none: 99, star: 10 },
    user_type: { visitor: 40, agent: -1, bot: 65_535, system: 17 },
  },
};

/** The codes of a dialect. */
export function codesOf({ codes }: Pick<Dialect, 'codes'>): Codes {
  return SETS[codes];
}
