import { Foreign } from '../../../src/model/foreign.ts';
import { assert, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isProven, wilsonInterval } from '../../../src/figures/statistics/confidence.ts';
import { createCodebook } from '../../../src/insights/codes/create-codebook.ts';
import { meaningOf, ratingScaleOf, type Codebook } from '../../../src/model/codebook/codebook.ts';
import { CODE_NAMES, type CodeObservations, type CodeSettings } from '../../../src/model/codes.ts';
import { ChatId } from '../../../src/model/ids.ts';
import { DeskText } from '../../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { benign, desks, meaningsIn, observe, ratingsIn, type KnownDesk } from './known-desk.ts';
import { runs } from '../../support/runs.ts';

// Desks whose codes are known here and not to the codebook: what it says of them is right, or nothing.

const NOTHING_SEEN: CodeObservations = {
  chats: [],
  transcripts: [],
  agentNames: [],
  offlineMessages: [],
  agents: [],
  said: [],
};

/** Every meaning that the book tells, as `code value = meaning`. */
function told(book: Codebook): string[] {
  return CODE_NAMES.flatMap((name) =>
    [...book[name].values.values()].flatMap(({ value, meaning }) =>
      meaning === undefined ? [] : [`${name} ${value} = ${meaning}`],
    ),
  );
}

function expectRight(desk: KnownDesk): void {
  const book = createCodebook(observe(desk), {});
  expect(meaningsIn(desk)).toEqual(expect.arrayContaining(told(book)));
  if (!book.rating.settled) return;
  const ratings = [...book.rating.values.values()].filter(({ meaning }) => meaning === undefined);
  expect(ratingsIn(desk)).toEqual(expect.arrayContaining(ratings.map(({ value }) => value)));
}

describe('a meaning is right, or it is not told', () => {
  test('whatever the codes, however many rows there are, and however the service misleads', () => {
    assert(property(desks, expectRight), { numRuns: runs(1500) });
  });

  test('and from few rows nothing is told', () => {
    assert(
      property(desks, (desk) => {
        const book = createCodebook(
          observe({
            ...desk,
            chats: desk.chats.slice(0, 5),
            mail: desk.mail.slice(0, 5),
            staff: desk.staff.slice(0, 5),
          }),
          {},
        );
        expect(told(book)).toEqual([]);
        for (const name of CODE_NAMES) expect(book[name].settled, name).toBe(false);
      }),
      { numRuns: runs(500) },
    );
  });

  test('and with enough rows of a service that does not mislead it is told', () => {
    assert(
      property(benign, (desk) => {
        const { codes } = desk;
        expect(told(createCodebook(observe(desk), {})).toSorted()).toEqual(
          [
            `enabled ${codes.enabled.enabled} = enabled`,
            `is_chat_transferred ${codes.is_chat_transferred['not transferred']} = not transferred`,
            `is_chat_transferred ${codes.is_chat_transferred.transferred} = transferred`,
            `is_missed ${codes.is_missed.missed} = missed`,
            `is_missed ${codes.is_missed.served} = served`,
            `rating ${codes.rating} = not rated`,
            `unread ${codes.unread.read} = read`,
            `unread ${codes.unread.unread} = unread`,
            `user_type ${codes.user_type.agent} = agent`,
            `user_type ${codes.user_type.visitor} = visitor`,
          ].toSorted(),
        );
      }),
      { numRuns: 100 },
    );
  });
});

describe('how sure', () => {
  // Wilson (1927); the values are those of statsmodels' proportion_confint(method='wilson').
  test.each([
    [10, 10, 0.7225, 1],
    [41, 41, 0.9143, 1],
    [95, 100, 0.8882, 0.9785],
    [0, 20, 0, 0.1611],
    [0, 0, 0, 1],
  ])('%i of %i', (agreeing, n, least, most) => {
    const [low, high] = wilsonInterval({ n, agreeing });
    expect(low).toBeCloseTo(least, 4);
    expect(high).toBeCloseTo(most, 4);
  });

  test.each([
    [11, 11, false],
    [12, 12, true],
    [19, 20, true],
    [18, 19, false],
    [949, 1000, false],
  ])('%i of %i are proof: %s', (agreeing, n, proven) => {
    expect(isProven({ n, agreeing })).toBe(proven);
  });
});

describe('a setting', () => {
  const chat = { hasEnded: true, namesAgent: true, isRecent: false };
  const observed: CodeObservations = {
    ...NOTHING_SEEN,
    chats: [
      { ...chat, missedCode: 0, ratingCode: 4, hasStarted: true, count: 480 },
      { ...chat, missedCode: 0, ratingCode: -1, hasStarted: true, count: 20 },
      { ...chat, missedCode: 1, ratingCode: -1, hasStarted: false, namesAgent: false, count: 30 },
    ],
  };

  test('wins, and what the data prove against it is kept beside it', () => {
    const settings: CodeSettings = { is_missed: { 0: 'missed', 1: 'served' } };
    const book = createCodebook(observed, settings);
    expect(meaningOf(book, 'is_missed', 0)).toBe('missed');
    expect(book.is_missed).toMatchObject({ settled: true, source: 'setting' });
    expect(book.is_missed.values.get(0)).toMatchObject({
      meaning: 'missed',
      proof: { meaning: 'served', agreement: { n: 500, agreeing: 500 } },
    });
  });

  test('wins over what a person said, which wins over what the data prove', () => {
    const said = [
      { code: 'is_missed', value: 0, meaning: 'missed', agreedBy: 'host', decidedAt: epochMillis(0) },
      { code: 'is_missed', value: 9, meaning: 'served', agreedBy: 'terminal', decidedAt: epochMillis(0) },
    ] as const;
    const book = createCodebook({ ...observed, said }, {});
    expect([0, 1, 9].map((code) => meaningOf(book, 'is_missed', code))).toEqual(['missed', 'missed', 'served']);
    expect([0, 1, 9].map((code) => book.is_missed.values.get(code)?.source)).toEqual(['said', 'evidence', 'said']);
    const set = createCodebook({ ...observed, said }, { is_missed: { 0: 'served' } });
    expect([0, 1, 9].map((code) => meaningOf(set, 'is_missed', code))).toEqual(['served', undefined, undefined]);
    expect(set.is_missed.values.get(0)).toMatchObject({ source: 'setting', said: { meaning: 'missed' } });
  });

  test('says nothing of values that it does not name, and everything of values that were not seen', () => {
    const book = createCodebook(observed, { is_missed: { 0: 'served', 7: 'missed' } });
    expect(meaningOf(book, 'is_missed', 1)).toBeUndefined();
    expect(meaningOf(book, 'is_missed', 7)).toBe('missed');
    expect(book.is_missed.values.get(7)?.count).toBe(0);
  });
});

describe('is_missed', () => {
  const served = { missedCode: 0, hasStarted: true, hasEnded: true, namesAgent: true, isRecent: false, count: 200 };
  const missed = { ...served, missedCode: 1, hasStarted: false, hasEnded: false, namesAgent: false, count: 40 };
  const isSettled = (chats: CodeObservations['chats'], transcripts: CodeObservations['transcripts'] = []) =>
    createCodebook({ ...NOTHING_SEEN, chats, transcripts, agentNames: [{ firstName: DeskText.parse('Ana') }] }, {})
      .is_missed.settled;
  const transcripts = (missedCode: number, ...names: string[]) =>
    Array.from({ length: 20 }, (_, index) => ({
      chat: { chatId: ChatId.parse(index + 1), requestedAt: epochMillis(0), missedCode, visitor: {} },
      authors: names.map((name) => ({ name: new Foreign(name) })),
    }));

  test('is settled where one value has conversations and the other none', () => {
    expect(isSettled([served, missed])).toBe(true);
  });

  test('is settled by transcripts where missed chats have times as well', () => {
    const chats = [served, { ...served, missedCode: 1, count: 40 }];
    expect(isSettled(chats)).toBe(false);
    expect(isSettled(chats, [...transcripts(0, 'Ana'), ...transcripts(1, 'Visitor')])).toBe(true);
  });

  test.each<[string, CodeObservations['chats'], CodeObservations['transcripts']?]>([
    ['one value was seen', [served]],
    ['a third value is common', [served, missed, { ...missed, missedCode: 2 }]],
    ['the others may be waiting', [served, { ...missed, isRecent: true }]],
    ['no agent is named where there are times', [{ ...served, namesAgent: false }, missed]],
    ['agents write where there are no times', [served, missed], transcripts(1, 'Ana')],
    [
      'visitors rate what has no times',
      [served, ...[0, 1, 5].map((ratingCode) => ({ ...missed, ratingCode })), { ...missed, ratingCode: 4, count: 30 }],
    ],
    ['one in ten is an exception', [served, missed, { ...served, missedCode: 1, count: 4 }]],
  ])('is not settled where %s', (_, chats, written) => {
    expect(isSettled(chats, written)).toBe(false);
  });

  test('keeps a rare third value open', () => {
    const book = createCodebook(
      { ...NOTHING_SEEN, chats: [served, missed, { ...missed, missedCode: 2, count: 3 }] },
      {},
    );
    expect([0, 1, 2].map((code) => meaningOf(book, 'is_missed', code))).toEqual(['served', 'missed', undefined]);
  });
});

describe('unread', () => {
  const told = (...rows: readonly [code: number, replied: boolean, isRecent: boolean, count: number][]) => {
    const offlineMessages = rows.map(([unreadCode, replied, isRecent, count]) => ({
      unreadCode,
      replied,
      isRecent,
      count,
    }));
    const book = createCodebook({ ...NOTHING_SEEN, offlineMessages }, {});
    return [0, 1].map((code) => meaningOf(book, 'unread', code));
  };

  test('is settled where replies go with one value, and what has come in with the other', () => {
    expect(told([0, true, false, 40], [0, false, false, 10], [1, false, false, 10], [1, false, true, 4])).toEqual([
      'read',
      'unread',
    ]);
  });

  test.each([
    ['nothing has just come in', told([0, true, false, 40], [1, false, false, 14])],
    [
      'that so few have a reply may be chance',
      told([0, true, false, 20], [0, false, false, 400], [1, false, true, 14]),
    ],
    ['what has come in is the same', told([0, true, false, 40], [0, false, true, 9], [1, false, false, 14])],
    ['one value was seen', told([0, true, false, 40], [0, false, true, 9])],
  ])('is not settled where %s', (_, meanings) => {
    expect(meanings).toEqual([undefined, undefined]);
  });
});

describe('the scale of ratings', () => {
  const served = { missedCode: 0, hasStarted: true, hasEnded: true, namesAgent: true, isRecent: false };
  const missed = { ...served, missedCode: 1, hasStarted: false, namesAgent: false };
  const scaleOf = (missedRating: number | undefined, ofServed: Readonly<Record<string, number>>, absent = 0) => {
    const chats = [
      { ...missed, ...(missedRating !== undefined && { ratingCode: missedRating }), count: 40 },
      ...Object.entries(ofServed).map(([code, count]) => ({ ...served, ratingCode: Number(code), count })),
      ...(absent === 0 ? [] : [{ ...served, count: absent }]),
    ];
    return ratingScaleOf(createCodebook({ ...NOTHING_SEEN, chats }, {}));
  };

  test.each([
    ['zero is none', 0, { 0: 300, 1: 5, 3: 9, 4: 20 }, { least: 1, most: 4 }],
    ['a number far from the scale is none', 99, { 99: 300, 10: 5, 20: 9, 30: 9, 50: 20 }, { least: 10, most: 50 }],
    ['two thumbs', 0, { 0: 300, 1: 5, 2: 9 }, { least: 1, most: 2 }],
  ])('%s', (_, missedRating, ofServed, scale) => {
    expect(scaleOf(missedRating, ofServed)).toEqual(scale);
  });

  test('where nothing is given, nothing was rated', () => {
    expect(scaleOf(undefined, { 1: 10, 5: 30 }, 100)).toEqual({ least: 1, most: 5 });
  });

  test.each([
    ['served chats never carry it', 0, { 1: 200, 5: 100 }, 0],
    ['a default inside of the scale', 3, { 1: 20, 3: 300, 5: 100 }, 0],
    ['a default at its end', 1, { 1: 20, 2: 30, 5: 100 }, 200],
    ['a default at the end of a wide scale', 10, { 10: 300, 20: 30, 30: 30, 50: 100 }, 0],
    ['a second value that is none', -1, { [-1]: 30, 0: 300, 5: 100 }, 0],
    ['unrated ones carry nothing', 0, { 0: 20, 5: 100, 10: 100 }, 400],
    ['thumbs down below zero', 0, { [-1]: 30, 0: 300, 1: 100 }, 0],
    ['nothing is given in missed chats only', undefined, { 1: 10, 99: 300 }, 0],
  ])('is refused: %s', (_, missedRating, ofServed, absent) => {
    expect(scaleOf(missedRating, ofServed, absent)).toBeUndefined();
  });
});

describe('what is likely', () => {
  const agents = ['Ana', 'Bo'].map((name) => ({ firstName: DeskText.parse(name) }));
  /** Transcripts of a value, of which some have two agents. */
  const transcriptsOf = (transferredCode: number, several: number, all: number) =>
    Array.from({ length: all }, (_, index) => ({
      chat: {
        chatId: ChatId.parse(transferredCode * 1000 + index + 1),
        requestedAt: epochMillis(0),
        transferredCode,
        visitor: {},
      },
      authors: [{ name: new Foreign('Ana') }, ...(index < several ? [{ name: new Foreign('Bo') }] : [])],
    }));
  type Value = readonly [value: number, several: number, transcripts: number, chats: number];
  const told = (values: readonly Value[]) => {
    const row = { hasStarted: true, hasEnded: true, namesAgent: false, isRecent: false };
    const book = createCodebook(
      {
        ...NOTHING_SEEN,
        agentNames: agents,
        chats: values.map(([transferredCode, , , count]) => ({ ...row, transferredCode, count })),
        transcripts: values.flatMap(([value, several, all]) => transcriptsOf(value, several, all)),
      },
      {},
    ).is_chat_transferred;
    return values.map(([value]) => {
      const { meaning, likely } = book.values.get(value) ?? {};
      return meaning ?? (likely && `likely ${likely.meaning}`);
    });
  };

  test.each<[string, readonly Value[], (string | undefined)[]]>([
    [
      'most of the one, few of the other',
      [
        [1, 31, 35, 40],
        [0, 28, 174, 200],
      ],
      ['likely transferred', 'likely not transferred'],
    ],
    [
      'all of the one, few of the other',
      [
        [1, 10, 10, 12],
        [0, 30, 270, 300],
      ],
      ['transferred', 'not transferred'],
    ],
    [
      'all of a few, none of many',
      [
        [1, 8, 8, 90],
        [0, 0, 50, 900],
      ],
      ['transferred', 'not transferred'],
    ],
    [
      'one of one, none of five',
      [
        [1, 1, 1, 9],
        [0, 0, 5, 90],
      ],
      [undefined, undefined],
    ],
    [
      'all of two, none of twenty',
      [
        [1, 2, 2, 9],
        [0, 0, 20, 90],
      ],
      [undefined, undefined],
    ],
    [
      'all of three, none of five',
      [
        [1, 3, 3, 9],
        [0, 0, 5, 90],
      ],
      ['likely transferred', 'likely not transferred'],
    ],
    [
      'none of many, and none read of the other',
      [
        [1, 0, 0, 90],
        [0, 0, 50, 900],
      ],
      ['likely transferred', 'likely not transferred'],
    ],
    [
      'about as many of both',
      [
        [1, 4, 10, 90],
        [0, 20, 50, 900],
      ],
      [undefined, undefined],
    ],
    [
      'nothing read',
      [
        [1, 0, 0, 90],
        [0, 0, 0, 900],
      ],
      [undefined, undefined],
    ],
    [
      'a third value that is common',
      [
        [1, 8, 8, 90],
        [0, 0, 50, 900],
        [2, 0, 20, 300],
      ],
      [undefined, undefined, undefined],
    ],
  ])('%s', (_, values, meanings) => {
    expect(told(values)).toEqual(meanings);
  });

  /** Chats of two values, with or without a wait, and five transcripts of each, in which an agent wrote first or did not. */
  const startedBy = (waitless: number | undefined, agentFirst: number | undefined) => {
    const counts = [
      [1, 90],
      [2, 30],
    ] as const;
    const row = { hasStarted: true, hasEnded: true, namesAgent: true, isRecent: false };
    const chats = counts.map(([startedByCode, count]) => ({
      ...row,
      startedByCode,
      count,
      ...(waitless !== undefined && { hasWaited: startedByCode !== waitless }),
    }));
    const transcripts = counts.flatMap(([startedByCode]) =>
      Array.from({ length: agentFirst === undefined ? 0 : 5 }, (_, index) => ({
        chat: {
          chatId: ChatId.parse(startedByCode * 1000 + index),
          requestedAt: epochMillis(0),
          startedByCode,
          visitor: { name: new Foreign('Vera') },
        },
        authors: [
          { name: new Foreign('Ana'), firstAt: epochMillis(startedByCode === agentFirst ? 1000 : 3000) },
          { name: new Foreign('Vera'), firstAt: epochMillis(2000) },
        ],
      })),
    );
    const book = createCodebook({ ...NOTHING_SEEN, agentNames: agents, chats, transcripts }, {}).chat_started_by;
    return [1, 2].map((value) => book.values.get(value)?.likely?.meaning);
  };

  test.each([
    [2, undefined, ['visitor', 'agent']],
    [undefined, 2, ['visitor', 'agent']],
    [2, 2, ['visitor', 'agent']],
    [2, 1, [undefined, undefined]],
    [1, 2, [undefined, undefined]],
  ])(
    'of who began a chat: %s begins without a wait, under %s an agent writes first',
    (waitless, agentFirst, likely) => {
      expect(startedBy(waitless, agentFirst)).toEqual(likely);
    },
  );
});
