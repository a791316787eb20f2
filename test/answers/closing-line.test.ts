import { expect, test } from 'vitest';
import { closingLine, coverageOfRecord, WHOLE, type Covered } from '../../src/answers/closing.ts';
import { resolvePeriod, utcDaysOf } from '../../src/model/calendar/period.ts';
import { zoneOf } from '../../src/model/calendar/zone.ts';
import type { Coverage } from '../../src/model/coverage.ts';
import { ArchiveUnwritable } from '../../src/model/errors.ts';
import { CallerText, trusted } from '../../src/model/text/trusted-text.ts';
import { epochMillis, seconds } from '../../src/model/time/units.ts';

// Each form of the last line, of coverages as the archive gives them.

const UTC = zoneOf('UTC');
const NOW = epochMillis(Date.UTC(2026, 10, 24, 18, 39));

const whole = coverageOfRecord(NOW);
const partial: Coverage = { basis: 'partial', asked: 1, covered: 0, rejectedRecords: 0 };
const days = (from: string, to: string) =>
  resolvePeriod({ from: CallerText.parse(from), to: CallerText.parse(to) }, UTC, NOW);
const WEEK = days('2026-11-17', '2026-11-23');
const BEFORE = days('2026-11-10', '2026-11-16');
const DAY = days('2026-11-23', '2026-11-23');
const unread = (period: typeof WEEK): Coverage => ({
  ...partial,
  asked: 7,
  missingDays: [utcDaysOf(period, NOW)],
  remaining: { requests: 61, seconds: seconds(61) },
});
const full = new ArchiveUnwritable(trusted`The disk is full.`, trusted`Make room on it.`, 'no');

const FORMS: readonly (readonly [line: string, parts: readonly Covered[]])[] = [
  [
    'Data complete: 260 chats, 23 Nov (UTC), as of 24 Nov 18:39.',
    [{ what: 'chats', coverage: whole, count: 260, period: DAY }],
  ],
  [
    'Data complete: 1 agent and 1,648 chats, 17–23 Nov (UTC), as of 24 Nov 18:39.',
    [
      { what: 'agents', coverage: whole, count: 1 },
      { what: 'chats', coverage: whole, count: 1648, period: WEEK },
    ],
  ],
  [
    'Data complete: 1,446 chats, 90 transcripts, 17–23 Nov (UTC), and all offline messages, as of 24 Nov 18:39.',
    [
      { what: 'chats', coverage: whole, count: 1446, period: WEEK },
      { what: 'transcripts', coverage: WHOLE, count: 90, period: WEEK },
      { what: 'offline messages', coverage: whole },
    ],
  ],
  [
    'Data complete: 3,135 chats, 10–23 Nov (UTC), as of 24 Nov 18:39.',
    [
      { what: 'chats', coverage: whole, count: 1439, period: WEEK },
      { what: 'chats', coverage: whole, count: 1696, period: BEFORE },
    ],
  ],
  [
    'Data complete: 2,000 offline messages (end of list assumed), as of 24 Nov 2026 18:39 (UTC).',
    [{ what: 'offline messages', coverage: { ...whole, basis: 'assumed' }, count: 2000 }],
  ],
  [
    'Data incomplete: 0 of 7 days fully loaded, 887 chats so far, 17–23 Nov (UTC); call again in about 61 s.',
    [{ what: 'chats', coverage: unread(WEEK), count: 887, period: WEEK }],
  ],
  [
    'Data incomplete: 7 of 14 days fully loaded, 1,300 chats so far, 10–23 Nov (UTC), as of 24 Nov 18:39; call again in about 61 s.',
    [
      { what: 'chats', coverage: whole, count: 1000, period: WEEK },
      { what: 'chats', coverage: unread(BEFORE), count: 300, period: BEFORE },
    ],
  ],
  [
    'Data incomplete: 0 of 7 days of chats fully loaded, 17–23 Nov (UTC); complete: 30 agents, as of 24 Nov 18:39; this login may not list chats; calling again will not help.',
    [
      { what: 'agents', coverage: whole, count: 30 },
      { what: 'chats', coverage: { ...unread(WEEK), basis: 'denied' }, count: 0, period: WEEK },
    ],
  ],
  [
    'Data incomplete: 202 chats, 23 Nov (UTC), as of 24 Nov 18:39; the service is not responding; call again later.',
    [{ what: 'chats', coverage: { ...whole, basis: 'stale' }, count: 202, period: DAY }],
  ],
  [
    'Data incomplete: 260 chats, 23 Nov (UTC), as of 24 Nov 18:39; 4 records cannot be read and are missing.',
    [{ what: 'chats', coverage: { ...whole, rejectedRecords: 4 }, count: 260, period: DAY }],
  ],
  [
    'Data incomplete: no offline messages loaded yet; call again.',
    [{ what: 'offline messages', coverage: partial, count: 0 }],
  ],
  [
    'Data incomplete: 6 of about 11 pages loaded, 1 offline message so far; the request limit is reached; call again in about 95 s.',
    [
      {
        what: 'offline messages',
        coverage: { ...partial, opensIn: seconds(94.2), remaining: { requests: 5, done: 6, seconds: seconds(40) } },
        count: 1,
      },
    ],
  ],
  [
    'Data incomplete: all visitors, as of 24 Nov 2026 18:39 (UTC); later changes could not be loaded in time; call again.',
    [{ what: 'visitors', coverage: { ...whole, basis: 'partial' } }],
  ],
  [
    'Data incomplete: all visitors, as of 24 Nov 2026 18:39 (UTC); records moved while they were loaded, so some may be missing; call again.',
    [{ what: 'visitors', coverage: { ...whole, basis: 'partial', hasMoved: true } }],
  ],
  [
    'Data incomplete: visitors not fully loaded; the list of visitors has more pages than are loaded; calling again will not help.',
    [{ what: 'visitors', coverage: { ...partial, basis: 'capped' } }],
  ],
  [
    'Data incomplete: visitors not fully loaded; what is loaded cannot be stored: The disk is full. Tell the user to make room on it.',
    [{ what: 'visitors', coverage: { ...partial, unkept: full } }],
  ],
  [
    'Data incomplete: 1 of 8 chats loaded; complete: 1 visitor, as of 24 Nov 2026 18:39 (UTC); list_chats loads the rest.',
    [
      { what: 'visitors', coverage: whole, count: 1 },
      { what: 'chats', coverage: partial, count: 1, of: 8, rest: 'list_chats loads the rest' },
    ],
  ],
];

test.each(FORMS)('%s', (line, parts) => {
  expect(closingLine(parts, { isLast: false, isForgotten: false }, UTC, NOW)).toBe(line);
});

test('where the server ends, nothing comes by waiting', () => {
  const parts = [{ what: 'chats', coverage: unread(WEEK), count: 887, period: WEEK } as const];
  expect(closingLine(parts, { isLast: true, isForgotten: false }, UTC, NOW)).toMatch(
    /; call again; the rest takes about 61 s\.$/,
  );
  expect(closingLine(parts, { isLast: true, isForgotten: true }, UTC, NOW)).toMatch(/; calling again starts over, /);
});
