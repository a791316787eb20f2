import { z } from 'zod';
import type { Calendar, DayState } from '../../archive/walking/archived-days.ts';
import { daysOf } from '../../model/time/day.ts';
import { sliced, type ProgramText } from '../../model/text/trusted-text.ts';
import { joinSafe, ownWord, safe, OwnText } from '../../privacy/safe-text.ts';
import { daysText } from '../../model/words/time.ts';

/** The number of months that are shown, the newest first. Older ones are summed up. */
const MAX_ROWS = 24;

const MARKS = { read: '#', due: '+', unread: '.' } as const satisfies Readonly<Record<DayState, string>>;

/** A calendar as data: UTC days without a gap, and the months that have chats at hand. */
export const CalendarShape = {
  utc_days: z.array(z.strictObject({ from: OwnText, to: OwnText, state: z.enum(['read', 'due', 'unread']) })),
  transcripts_by_month: z.array(z.strictObject({ month: OwnText, have: z.number(), of: z.number() })),
};

export function calendarData({ runs, months }: Calendar): z.infer<z.ZodObject<typeof CalendarShape>> {
  return {
    utc_days: runs.map(({ from, to, state }) => ({ from: ownWord(from), to: ownWord(to), state })),
    transcripts_by_month: months.map(({ month, transcripts }) => ({ month: ownWord(month), ...transcripts })),
  };
}

/** Some months in a row. */
interface Row {
  readonly from: ProgramText;
  readonly to: ProgramText;
  /** From the first of the month. */
  readonly days: readonly DayState[];
  readonly transcripts: { readonly have: number; readonly of: number };
}

/** A calendar in words: a row a month, a character a day. Absent where no day was ever read. */
export function calendarWords(calendar: Calendar): OwnText | undefined {
  if (calendar.runs.length === 0) return undefined;
  const rows: Row[] = [];
  for (const month of monthsOf(calendar).toReversed()) {
    const newer = rows.at(-1);
    // Where nothing was read for months, a row for each would tell nothing.
    if (newer !== undefined && isBlank(newer) && isBlank(month)) rows.splice(-1, 1, joined(newer, month));
    else rows.push(month);
  }
  const older = rows.splice(MAX_ROWS);
  return joinSafe(
    [
      safe`Chats by UTC day, a character each: # read, + read but due again, . not read to its end; then the transcripts at hand, and of how many chats:`,
      ...rows.map(
        (row) => safe`- ${ownWord(daysText(row))} ${row.from === row.to ? daysWords(row) : safe`nothing read`}`,
      ),
      ...(older.length === 0 ? [] : [safe`- ${sumWords(older.reduce(joined))}`]),
    ],
    '\n',
  );
}

/** Each month from the first to the last, in order. */
function monthsOf({ runs, months }: Calendar): Row[] {
  const days = runs.flatMap((run) => daysOf(run).map((day) => ({ day, state: run.state })));
  const held = new Map(months.map(({ month, transcripts }) => [month, transcripts]));
  return [...Map.groupBy(days, ({ day }) => sliced(day, 0, 7))].map(([month, its]) => {
    const daysBefore = Number(its[0]?.day.slice(8)) - 1;
    return {
      from: month,
      to: month,
      days: [...Array.from({ length: daysBefore }, () => 'unread' as const), ...its.map(({ state }) => state)],
      transcripts: held.get(month) ?? { have: 0, of: 0 },
    };
  });
}

function isBlank({ days, transcripts }: Row): boolean {
  return transcripts.of === 0 && days.every((state) => state === 'unread');
}

function joined(newer: Row, older: Row): Row {
  return {
    from: older.from,
    to: newer.to,
    days: [...older.days, ...newer.days],
    transcripts: {
      have: older.transcripts.have + newer.transcripts.have,
      of: older.transcripts.of + newer.transcripts.of,
    },
  };
}

function daysWords({ days, transcripts }: Row): OwnText {
  return safe`${joinSafe(
    days.map((state) => ownWord(MARKS[state])),
    '',
  )} ${transcriptsWords(transcripts)}`;
}

function sumWords(row: Row): OwnText {
  const count = (state: DayState) => row.days.filter((one) => one === state).length;
  return safe`${ownWord(daysText(row))}: ${count('read')} days read, ${count('due')} due again, ${count('unread')} not read; ${transcriptsWords(row.transcripts)}`;
}

function transcriptsWords({ have, of }: Row['transcripts']): OwnText {
  return safe`${have}/${of}`;
}
