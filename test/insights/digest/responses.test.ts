import { expect, test } from 'vitest';
import type { Role } from '../../../src/insights/codes/authorship.ts';
import { responsesOf } from '../../../src/insights/digest/responses.ts';
import { epochMillis } from '../../../src/model/time/units.ts';

/** `[role, second]`; without a second the message has no time. */
type Said = readonly [Role, number?];

const measure = (said: readonly Said[]) =>
  responsesOf(
    said.map(([, second]) => (second === undefined ? {} : { at: epochMillis(second * 1000) })),
    said.map(([role]) => role),
  );

test.each<[string, Said[], ReturnType<typeof measure> | object]>([
  ['nobody wrote', [], { asked: false, all: [], dropped: false }],
  [
    'bots and the system neither answer nor end a run',
    [
      ['bot', 0],
      ['visitor', 1],
      ['bot', 2],
      ['system', 3],
      ['visitor', 4],
      ['agent', 11],
    ],
    { asked: true, first: 10, all: [10], dropped: false },
  ],
  [
    'every run of the visitor counts once, from its first message',
    [
      ['agent', 0],
      ['visitor', 10],
      ['agent', 15],
      ['agent', 16],
      ['visitor', 20],
      ['visitor', 21],
      ['agent', 27],
      ['visitor', 30],
      ['system', 31],
    ],
    { asked: true, first: 5, all: [5, 7], dropped: true },
  ],
  [
    'nobody came',
    [
      ['visitor', 1],
      ['bot', 2],
    ],
    { asked: true, all: [], dropped: true },
  ],
  [
    'an unknown author is passed over',
    [
      ['visitor', 1],
      ['unknown', 2],
      ['agent', 9],
    ],
    { asked: true, first: 8, all: [8], dropped: false },
  ],
  [
    'a bot may have written last where the agent is known',
    [
      ['visitor', 1],
      ['agent', 3],
      ['visitor', 4],
      ['unknown', 5],
    ],
    { asked: true, first: 2, all: [2], dropped: true },
  ],
  ['without times nothing is measured', [['visitor'], ['agent', 5]], { asked: false, all: [], dropped: false }],
  [
    'an answer without a time ends the run',
    [['visitor', 1], ['agent'], ['agent', 9]],
    { asked: true, first: 8, all: [], dropped: false },
  ],
])('%s', (_, said, expected) => {
  const messages = said.filter(([role]) => role === 'visitor' || role === 'agent').length;
  expect(measure(said)).toEqual(expected && { ...expected, messages });
});

test.each<[string, Said[]]>([
  [
    'the agent',
    [
      ['visitor', 1],
      ['unknown', 2],
    ],
  ],
  [
    'the visitor',
    [
      ['unknown', 1],
      ['agent', 2],
    ],
  ],
])('nothing is measured where an unknown author may be %s', (_, said) => {
  expect(measure(said)).toBeUndefined();
});
