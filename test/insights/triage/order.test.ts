import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { priorityOf } from '../../../src/insights/triage/priority.ts';
import { TRIAGE_PRIORITIES } from '../../../src/model/decided-here.ts';
import { seconds } from '../../../src/model/time/units.ts';

// How many of the urgent messages come first by their facts alone, over messages that were labelled without a look at the
// code (README.md).

const HOUR = 3600;

const Labelled = z.array(
  z.object({
    id: z.number(),
    age_hours: z.number(),
    unanswered_before: z.number(),
    missed_chat_hours_before: z.number().nullable(),
    served_since: z.boolean(),
    reply_address: z.boolean(),
    label: z.enum(TRIAGE_PRIORITIES),
  }),
);
type Message = z.infer<typeof Labelled>[number];

const messages = Labelled.parse(JSON.parse(readFileSync(new URL('labelled-messages.json', import.meta.url), 'utf8')));

function scoreOf(message: Message): number {
  const { missed_chat_hours_before: missed } = message;
  return priorityOf({
    age: seconds(message.age_hours * HOUR),
    unansweredBefore: message.unanswered_before,
    hasAddress: message.reply_address,
    missedChatBefore: missed === null ? undefined : seconds(missed * HOUR),
    servedAfter: message.served_since ? seconds(HOUR) : undefined,
  }).score;
}

/** In order of the score, of equal ones the newest first. */
const inOrder = (some: readonly Message[]): Message[] =>
  some.toSorted((one, other) => scoreOf(other) - scoreOf(one) || one.age_hours - other.age_hours);

const isUrgent = ({ label }: Message): boolean => label === 'urgent';

test.each([
  { ids: 'odd', rest: 1, found: 23, of: 25 },
  { ids: 'even', rest: 0, found: 22, of: 23 },
])('of the urgent messages with $ids ids, $found of $of stand in the first fifth', ({ ids, rest, found, of }) => {
  const some = messages.filter(({ id }) => id % 2 === rest);
  const fifth = inOrder(some).slice(0, some.length / 5);
  process.stdout.write(
    `${ids}: ${fifth.filter(isUrgent).length} of ${some.filter(isUrgent).length} urgent in the first ${fifth.length}\n`,
  );
  expect(some).toHaveLength(120);
  expect(some.filter(isUrgent)).toHaveLength(of);
  expect(fifth.filter(isUrgent)).toHaveLength(found);
});

test('whom an agent served since comes late, of any label', () => {
  const places = inOrder(messages).flatMap((message, place) => (message.served_since ? [place] : []));
  expect(places.length).toBeGreaterThan(20);
  expect(Math.min(...places)).toBeGreaterThan(messages.length / 2);
});
