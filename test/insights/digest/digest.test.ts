import { textOf } from '../../../src/model/foreign.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Role } from '../../../src/insights/codes/authorship.ts';
import { digest, type Said } from './hand-written.ts';

describe('who wrote last', () => {
  test.each<[Role[], boolean | undefined]>([
    [['agent', 'visitor'], true],
    [['visitor', 'agent', 'system'], false],
    [['visitor', 'bot'], true],
    [['visitor', 'unknown'], undefined],
    [['unknown', 'agent'], false],
    [['visitor', 'unknown', 'system'], undefined],
  ])('after %j it was the visitor: %s', (roles, expected) => {
    expect(digest(roles.map((role) => [role, 'x'])).endsWithVisitor).toBe(expected);
  });
});

describe('the last words', () => {
  test.each<[Role[], (string | undefined)[] | undefined]>([
    [
      ['visitor', 'agent', 'visitor', 'system'],
      ['2', '1'],
    ],
    [
      ['agent', 'bot'],
      [undefined, '0'],
    ],
    [
      ['visitor', 'agent', 'unknown'],
      ['0', '1'],
    ],
    [['visitor', 'unknown'], undefined],
    [['unknown', 'agent'], undefined],
    [['bot', 'system'], undefined],
    [[], undefined],
  ])('after %j are those of messages %j', (roles, expected) => {
    const { lastWords } = digest(roles.map((role, index) => [role, `${index}`]));
    expect(lastWords && [lastWords.visitor?.text, lastWords.agent?.text]).toEqual(expected);
  });
});

describe('silence', () => {
  test.each<[string, Said[], object | undefined]>([
    [
      'is broken by neither bots nor the system',
      [
        ['visitor', 'Hi', 0],
        ['bot', 'Hi', 5],
        ['system', 'x', 6],
        ['agent', 'Hi', 9],
      ],
      { duration: 9, waitingFor: 'agent', at: 0 },
    ],
    [
      'after an agent waits for the visitor',
      [
        ['agent', 'One moment.', 0],
        ['visitor', 'ok', 7],
      ],
      { duration: 7, waitingFor: 'visitor', at: 0 },
    ],
    [
      'is the agent’s when the agent goes on',
      [
        ['agent', 'One moment.', 0],
        ['agent', 'Done.', 7],
      ],
      { duration: 7, waitingFor: 'agent', at: 0 },
    ],
    [
      'is the visitor’s when the agent had asked',
      [
        ['agent', 'Are you there?', 0],
        ['agent', 'Goodbye.', 7],
      ],
      { duration: 7, waitingFor: 'visitor', at: 0 },
    ],
    [
      'is not broken by the visitor’s asking again',
      [
        ['visitor', 'Hi', 0],
        ['visitor', 'Hello?', 7],
      ],
      { duration: 7, waitingFor: 'agent', at: 0 },
    ],
    [
      'is the first of equals',
      [
        ['visitor', 'a', 0],
        ['agent', 'b', 7],
        ['visitor', 'c', 14],
      ],
      { duration: 7, waitingFor: 'agent', at: 0 },
    ],
    ['needs two messages', [['visitor', 'a', 0]], undefined],
    [
      'cannot be told where the agent may be the unknown one',
      [
        ['visitor', 'a', 0],
        ['unknown', 'b', 3],
        ['visitor', 'c', 9],
      ],
      undefined,
    ],
  ])('%s', (_, said, expected) => {
    const silence = digest(said).longestSilence;
    expect(silence && { ...silence, at: silence.at / 1000 }).toEqual(expected);
  });
});

describe('turns', () => {
  test.each<[Role[], number | undefined]>([
    [['bot', 'visitor', 'visitor', 'system', 'agent', 'agent', 'visitor'], 3],
    [[], 0],
    [['visitor', 'unknown', 'agent'], 2],
    [['visitor', 'unknown'], undefined],
  ])('of %j are %s', (roles, expected) => {
    expect(digest(roles.map((role) => [role, 'x'])).turns).toBe(expected);
  });
});

describe('questions without an answer', () => {
  test.each<[string, Said[], string[] | undefined]>([
    [
      'come after the agent’s last message',
      [
        ['visitor', 'Where is it?'],
        ['agent', 'Here.'],
        ['visitor', 'Thanks. And the lid? It is red.'],
      ],
      ['And the lid?'],
    ],
    [
      'are asked by visitors only',
      [
        ['agent', 'May I help?'],
        ['bot', 'What is it?'],
      ],
      [],
    ],
    [
      'stay open for what a bot says',
      [
        ['visitor', 'Where is it?'],
        ['bot', 'Hello'],
        ['system', 'Ended.'],
      ],
      ['Where is it?'],
    ],
    [
      'may lack the mark',
      [
        ['visitor', 'how do I return this'],
        ['visitor', 'wann kommt mein Paket'],
        ['visitor', 'いつ届きますか'],
      ],
      ['how do I return this', 'wann kommt mein Paket', 'いつ届きますか'],
    ],
    [
      'have a mark of any script',
      [
        ['visitor', '届きますか？'],
        ['visitor', 'متى يصل؟'],
        ['visitor', '¿y ahora?'],
      ],
      ['届きますか？', 'متى يصل؟', '¿y ahora?'],
    ],
    [
      'are no marks alone, and no addresses',
      [
        ['visitor', '???'],
        ['visitor', 'I am at https://example.com/?a=b'],
      ],
      [],
    ],
    [
      'are told once',
      [
        ['visitor', 'And now?'],
        ['visitor', 'And now?'],
      ],
      ['And now?'],
    ],
    [
      'are not how somebody is, and may follow a greeting',
      [
        ['visitor', 'Hola, ¿qué tal?'],
        ['visitor', 'Hi, how are you?'],
        ['visitor', 'Good morning, do you ship to Boston'],
      ],
      ['Good morning, do you ship to Boston'],
    ],
    [
      'are calls that nobody answered, too, also once an agent wrote',
      [
        ['visitor', 'Hello? Is that you?'],
        ['agent', 'Hello'],
        ['visitor', 'My lamp is broken'],
        ['visitor', 'Hello? Anybody there?'],
      ],
      ['Hello?', 'Anybody there?'],
    ],
    [
      'are calls only where there is room beside what was asked for',
      [
        ['visitor', 'Hello?'],
        ['visitor', 'Where is my lamp?'],
        ['visitor', 'And the shade?'],
        ['visitor', 'Anybody there?'],
        ['visitor', 'Hello?? Are you still there?'],
      ],
      ['Where is my lamp?', 'And the shade?', 'Are you still there?'],
    ],
    [
      'may have been answered by one unknown',
      [
        ['visitor', 'Where is it?'],
        ['unknown', 'Here.'],
      ],
      undefined,
    ],
  ])('%s', (_, said, expected) => {
    expect(digest(said).unansweredQuestions?.map(({ text }) => text)).toEqual(expected);
  });
});

describe('whether anybody is there', () => {
  // With its mark and without, as people type it.
  test.each(
    [
      [
        'Is anybody there?',
        'anyone here?',
        'Hello?',
        'are you still there',
        'is somebody there',
        'Are you still looking?',
      ],
      ['Ist da jemand?', 'ist jemand da', 'Hallo?', 'sind Sie noch da', 'noch jemand da?', 'Ist hier noch wer?'],
      ['Il y a quelqu’un ?', "y a-t-il quelqu'un", 'Allô ?', 'vous êtes là', 'Vous êtes toujours là ?'],
      ['¿Hay alguien ahí?', 'hay alguien', '¿Hola?', 'sigue ahí', '¿Están ahí?'],
      ['Tem alguém aí?', 'tem alguém aí', 'alguém aí?', 'Oi?', 'você ainda está aí'],
      ['Er det noen der?', 'er det noen her', 'noen der?', 'Hallo?', 'er du der fortsatt'],
      ['どなたかいらっしゃいますか？', '誰かいますか', 'もしもし？', 'まだいらっしゃいますか？'],
      ['هل من أحد هنا؟', 'هل يوجد أحد', 'مرحبا؟', 'هل ما زلت هنا؟'],
    ].flat(),
  )('is a question without an answer, and no request: %s', (text) => {
    const said = digest([
      ['visitor', text],
      ['agent', 'One moment.'],
      ['visitor', 'ok'],
      ['visitor', text],
    ]);
    expect(said.unansweredQuestions).toEqual([{ text, at: 180_000, message: 3 }]);
    const alone = digest([['visitor', text]]);
    expect(alone.unansweredQuestions?.map(({ text }) => text)).toEqual([text]);
    expect(alone).not.toHaveProperty('request');
  });
});

describe('the request', () => {
  test.each<[string[], string | undefined]>([
    [
      ['Hello', 'BW-123456', 'Hello? Anyone there?', 'My lamp is broken.', 'I want a new one now.'],
      'My lamp is broken.',
    ],
    [['Guten Tag', 'Bestellung 12345', 'die Lampe ist kaputt'], 'die Lampe ist kaputt'],
    [['こんにちは。', '注文BW-123456が届きません。'], '注文BW-123456が届きません。'],
    [['Hi', 'refund'], 'refund'],
    [['Hi', '???'], undefined],
    [['ehllo?', 'are you still looking?'], undefined],
    [['Helloooo??', 'Bonjuor', 'hlalo?'], undefined],
    [['I have to leave soon', 'My parcel came open'], 'My parcel came open'],
    [['Hello, I must go in 10 minutes.', 'The lamp is broken'], 'The lamp is broken'],
    [['Ich muss gleich los', 'Die Lampe kam kaputt an'], 'Die Lampe kam kaputt an'],
    [['tengo que irme pronto', 'La lámpara llegó rota'], 'La lámpara llegó rota'],
    [['je dois bientôt partir', 'La lampe est arrivée cassée'], 'La lampe est arrivée cassée'],
    [['preciso sair daqui a pouco', 'A lâmpada chegou quebrada'], 'A lâmpada chegou quebrada'],
    [['I need to leave a complaint'], 'I need to leave a complaint'],
  ])('in %j is %s', (texts, expected) => {
    expect(textOf(digest(texts.map((text) => ['visitor', text])).request)).toBe(expected);
  });
});

describe('commitments', () => {
  test.each([
    'I will call you back.',
    'We’ll refund it.',
    'You get a new one within 3 days.',
    'Ich melde mich morgen bei Ihnen.',
    'Sie erhalten das Geld zurück.',
    'Nous vous rappellerons.',
    'Je vais vérifier.',
    'Le enviaremos otro.',
    'Voy a mirarlo.',
    'Vou verificar.',
    'Você receberá outro.',
    'Vi sender en ny.',
    'Du skal få en ny.',
    '明日お届けします。',
    'すぐに確認いたします。',
    'سنرسل لك واحدا جديدا.',
    'سوف أتصل بك.',
  ])('is one: %s', (text) => {
    expect(digest([['agent', `OK. ${text}`]]).commitments).toEqual([{ text, at: 0, message: 0 }]);
    expect(digest([['visitor', text]]).commitments).toEqual([]);
  });

  test.each([
    'Will you be at home?',
    'I will not be able to.',
    'I have unlocked your account.',
    'Guten Morgen!',
    'Wie kann ich helfen?',
    'お待たせいたしました。',
    'よろしくお願いいたします。',
    'سترة مطر',
    'Merci d’avoir patienté.',
    'Estoy mirando su pedido.',
  ])('is none: %s', (text) => {
    expect(digest([['agent', text]]).commitments).toEqual([]);
  });
});

describe('what an agent does while the visitor waits', () => {
  test.each(
    [
      ['I’ll take a look.', 'Let me just check that right away.', 'We will look into it.', 'I’ll connect you to Ben.'],
      ['Ich schaue mir das sofort an.', 'Ich werde im Lager nachfragen.', 'Ich verbinde Sie mit Ben.'],
      ['Je vais regarder.', 'Je vérifie tout de suite.', 'Je vous passe Ben dans un instant.'],
      ['Voy a comprobarlo.', 'Enseguida lo reviso.', 'Le paso con Ben.'],
      ['Vou consultar o estoque.', 'Vamos verificar.'],
      ['Jeg skal sjekke det.', 'Jeg setter deg over til Ben.'],
      ['確認いたします。', 'お調べします。'],
      ['سأتحقق من ذلك.', 'سأحولك إلى زميلي.'],
    ].flat(),
  )('is no commitment once an agent wrote again: %s', (text) => {
    expect(
      digest([
        ['agent', text],
        ['agent', 'OK.'],
      ]).commitments,
    ).toEqual([]);
  });

  test.each([
    'I’ll have a look and send you a new one tomorrow.',
    'I will check that, it takes about 3 days.',
    'We will ask the warehouse to send it again.',
    'Ich prüfe das, Sie erhalten morgen eine Antwort.',
    'Voy a mirarlo y le enviaremos otro.',
    'Jeg skal sjekke, og du får svar i morgen.',
    '確認いたしますので、明日お届けします。',
  ])('may stand beside one: %s', (text) => {
    expect(
      digest([
        ['agent', text],
        ['agent', 'OK.'],
      ]).commitments?.map((one) => one.text),
    ).toEqual([text]);
  });

  test('is one where nothing came after it', () => {
    const text = 'I’ll take a look.';
    expect(
      digest([
        ['agent', text],
        ['visitor', 'And?'],
      ]).commitments,
    ).toEqual([{ text, at: 0, message: 0 }]);
  });
});

describe('numbers mentioned', () => {
  test.each<[string, object[]]>([
    ['my order BW-123456 is late', [{ value: 'BW-123456', kind: 'order' }]],
    ['bw-123456', [{ value: 'BW-123456' }]],
    [
      'Invoice R2025-00012 and parcel EX12345678.',
      [
        { value: 'R2025-00012', kind: 'invoice' },
        { value: 'EX12345678', kind: 'tracking' },
      ],
    ],
    ['the VAT on R2025-00012', [{ value: 'R2025-00012', kind: 'invoice' }]],
    ['the invoice for BW-123456', [{ value: 'BW-123456' }]],
    ['#12345', [{ value: '12345' }]],
    ['ticket #4711, please', [{ value: '4711', kind: 'ticket' }]],
    ['order no. 4711', [{ value: '4711', kind: 'order' }]],
    ['Bestellnummer: 471100', [{ value: '471100', kind: 'order' }]],
    ['numéro de commande 471100', [{ value: '471100', kind: 'order' }]],
    ['número de pedido: 471100', [{ value: '471100', kind: 'order' }]],
    ['注文番号は471100です', [{ value: '471100', kind: 'order' }]],
    ['注文番号ＢＷ－１２３４５６', [{ value: 'BW-123456', kind: 'order' }]],
    ['رقم الطلب 471100', [{ value: '471100', kind: 'order' }]],
    ['RR123456789NO', [{ value: 'RR123456789NO', kind: 'tracking' }]],
    ['BW-123456 and again bw-123456', [{ value: 'BW-123456' }]],
    ['12.90 or 1,299.00 or €12345 or 12345 EUR', []],
    ['an order of 12345 EUR, order 12345 EUR', []],
    ['at 14:30 on 2026-11-20, 20.11.2026 or order 2026-11-20', []],
    ['+47 912 34 567, 91234567 or 4111 1111 1111 1111', []],
    ['order 912 34 567', []],
    ['Chrome 131.0.6778, v1.2.3, iOS17, Windows-10, UTF-8, E1207', []],
    ['DE89370400440532013000', []],
    ['max12345@example.com https://example.com/orders/BW-123456', []],
    ['ordered 2026', []],
  ])('in "%s"', (text, expected) => {
    expect(digest([['visitor', text]]).identifiers).toEqual(expected);
  });

  test('are what was asked for', () => {
    expect(
      digest([
        ['agent', 'Could you give me the order number, please?'],
        ['visitor', 'it is BW-123456'],
      ]).identifiers,
    ).toEqual([{ value: 'BW-123456', kind: 'order' }]);
  });

  test('are not those that bots or the system write', () => {
    expect(
      digest([
        ['bot', 'BW-123456'],
        ['system', 'Chat BW-123457'],
      ]).identifiers,
    ).toEqual([]);
  });
});

describe('key sentences', () => {
  test('are as they were written, and none that is shown already', () => {
    const said: Said[] = [
      ['visitor', 'Hello. The red lamp arrived with a broken shade.'],
      ['agent', 'Hello Ana, thanks for waiting. I am looking at the lamp now.'],
      ['visitor', 'The shade of the lamp has a long crack. My cat is grey.'],
      ['agent', 'I have ordered a new shade. You will get the shade tomorrow.'],
      ['visitor', 'ok'],
      ['agent', 'Goodbye'],
    ];
    const { keySentences, commitments, request } = digest(said);
    expect(textOf(request)).toBe(said[0]?.[1]);
    expect(commitments?.map(({ text }) => text)).toEqual(['You will get the shade tomorrow.']);
    expect(keySentences).toContainEqual({
      role: 'visitor',
      text: 'The shade of the lamp has a long crack.',
      at: 120_000,
      message: 2,
    });
    for (const { role, text } of keySentences) {
      expect(said.some(([author, words]) => author === role && words.includes(textOf(text)))).toBe(true);
      expect(textOf(request)?.includes(textOf(text))).toBe(false);
    }
  });
});

describe('hostile text', () => {
  afterEach(() => void vi.restoreAllMocks());

  test.each<[string, Said[]]>([
    ['a megabyte without spaces', [['visitor', 'x'.repeat(1_000_000)]]],
    ['a megabyte of digits', [['visitor', '1'.repeat(1_000_000)]]],
    ['a megabyte of questions', [['visitor', 'why? '.repeat(200_000)]]],
    [
      'ten thousand messages',
      Array.from({ length: 10_000 }, (_, n): Said => [
        n % 2 === 0 ? 'visitor' : 'agent',
        `Will order BW-${100_000 + n} come, number ${n}?`,
      ]),
    ],
  ])('%s: each character is looked at a few times at most', (_, said) => {
    const segmented = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    const length = said.reduce((sum, [, text]) => sum + Math.min(text.length, 2000), 0);
    digest(said);
    const characters = segmented.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    expect(characters).toBeLessThan(length * 8 + 1000);
  });

  test('leaves out what is too much, and says how much', () => {
    const { identifiers, commitments, leftOut } = digest(
      Array.from({ length: 50 }, (_, n) => ['agent', `I will send BW-${100_000 + n}.`]),
    );
    expect([identifiers.length + leftOut.identifiers, (commitments?.length ?? 0) + leftOut.commitments]).toEqual([
      50, 50,
    ]);
    expect(identifiers.length).toBeLessThan(20);
  });
});
