import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handedData } from '../../../src/tools/chatbot/handed-data.ts';
import { InvalidArgument } from '../../../src/model/errors.ts';

const strict = { allowSensitive: false };
const lax = { allowSensitive: true };
const refusal = async (data: unknown, bot = strict): Promise<string> => {
  try {
    await handedData(data, bot);
  } catch (error) {
    if (error instanceof InvalidArgument) return `${error.message} ${error.advice}`;
    throw error;
  }
  return 'none';
};
const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

describe('what is handed over', () => {
  test('goes through untouched', async () => {
    // As a client would send it: any JSON, but for what is refused below.
    const json = fc
      .jsonValue({ maxDepth: 6 })
      .map((value): unknown => JSON.parse(JSON.stringify({ value })))
      .filter((value) => !/\d{6}/.test(JSON.stringify(value)) && !/e\+\d/.test(JSON.stringify(value)));
    await fc.assert(
      fc.asyncProperty(json, async (data) => {
        expect(await handedData(data, lax)).toBe(data);
      }),
    );
  });

  test('keeps keys that are names of JavaScript', async () => {
    const data: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2,"toJSON":3}');
    expect(JSON.stringify(await handedData(data, strict))).toBe('{"__proto__":{"a":1},"constructor":2,"toJSON":3}');
  });

  test.each([
    ['text', 'x'],
    ['a list', [1]],
    ['nothing', null],
    ['a number', 1],
    ['absent', undefined],
  ])('is an object, and not %s', async (_, data) => {
    expect(await refusal(data)).toContain('data must be a JSON object');
  });

  test('has a field at least', async () => {
    const words = 'data is empty. Add the fields that the bot expects';
    expect(await refusal({})).toContain(words);
    expect(await refusal({}, lax)).toContain(words);
    expect(await refusal({ plan: null })).toBe('none');
  });

  test('has eight levels at most', async () => {
    expect(await refusal(nested(8))).toBe('none');
    expect(await refusal(nested(9))).toContain('more than 8 levels');
    expect(await refusal(nested(100_000))).toContain('more than 8 levels');
    const lists: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(await refusal({ lists })).toContain('levels');
  });

  test.each(['[email of visitor-k7q2xamp]', 'call [phone k7q2xamp]', '[card]'])('holds no mark: %s', async (mark) => {
    expect(await refusal({ contact: { note: [mark] } })).toContain('redaction mark');
    expect(await refusal({ contact: { note: [mark] } }, lax)).toContain('redaction mark');
  });

  test('has 8 KiB at most, in bytes', async () => {
    const room = 8192 - '{"a":""}'.length;
    expect(await refusal({ a: 'x'.repeat(room) })).toBe('none');
    expect(await refusal({ a: 'x'.repeat(room + 1) })).toContain('at most 8192 are sent');
    expect(await refusal({ a: 'ü'.repeat(room / 2 + 1) })).toContain('at most 8192 are sent');
  });

  test('has keys of 200 characters at most, wherever they are', async () => {
    const long = 'pin '.repeat(50);
    expect(await refusal({ [long]: 0 })).toBe('none');
    for (const data of [{ [`${long}4`]: Array(100).fill(0) }, { a: [{ [`${long}4`]: {} }] }]) {
      expect(await refusal(data)).toContain('a key of more than 200 characters.');
      expect(await refusal(data)).not.toContain('pin');
      expect(await refusal(data, lax)).toContain('more than 200 characters');
    }
  });

  test.each(['1e400', '-1e400', '9007199254740992', '12345678901234567890', '1e21'])(
    'has no number like %s',
    async (text) => {
      const number: unknown = JSON.parse(text);
      expect(await refusal({ order: { number } })).toContain('The number data.order.number is too large');
    },
  );

  test('has numbers that arrive as they are', async () => {
    expect(await refusal({ numbers: [0, -0, 1.5, 1e-7, Number.MAX_SAFE_INTEGER, -17] })).toBe('none');
  });
});

describe('cards, accounts and secrets', () => {
  const CARD = '4111 1111 1111 1111';
  test.each<[string, object, string]>([
    ['a card in a text', { note: `pay with ${CARD} please` }, 'data.note looks like a payment card'],
    ['a card as a number', { card: 4_111_111_111_111_111 }, 'data.card looks like a payment card'],
    ['a card with dashes', { n: '5555-5555-5555-4444' }, 'data.n looks like a payment card'],
    ['a card in groups', { parts: ['4111', '1111', '1111', '1111'] }, 'data.parts looks like a payment card'],
    ['a card with what shows nothing', { n: '4111\u200B1111\u200B1111\u200B1111' }, 'a payment card'],
    ['a card in full-width digits', { n: '４１１１１１１１１１１１１１１１' }, 'a payment card'],
    ['a card as a key', { [CARD]: 'x' }, 'data.… looks like a payment card'],
    ['a card deep down', { a: [{ b: { c: [[CARD]] } }] }, 'data.a[0].b.c[0][0] looks like a payment card'],
    ['an account', { iban: 'DE89 3704 0044 0532 0130 00' }, 'data.iban looks like a bank account'],
    ['a password by its key', { password: 'hunter2!' }, 'data.password looks like a password, key or code'],
    ['a password in camel case', { userPassword: 'Sommer2026' }, 'a password, key or code'],
    ['a key of an interface', { api_key: 'a81bc81bdead4e5dabff90865d1e13b1' }, 'a password, key or code'],
    ['a key by its form', { note: 'use AKIAIOSFODNN7EXAMPLE' }, 'a password, key or code'],
    ['a code', { cvv: '123' }, 'a password, key or code'],
    ['a code as a number', { pin: 4711 }, 'a password, key or code'],
  ])('%s is refused, and not quoted', async (_, data, reason) => {
    const words = await refusal(data);
    expect(words).toContain(reason);
    expect(words).not.toMatch(/\d{3}|hunter|Sommer|AKIA|a81bc/);
    expect(await refusal(data, lax)).toBe('none');
  });

  test('several are counted', async () => {
    const data = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => [key, CARD]));
    expect(await refusal(data)).toContain('data.e looks like a payment card, and 2 more,');
  });

  test.each<[string, object, string]>([
    [
      'a password in a field of its own',
      { password: { value: 'hunter2!' } },
      'data.password.value looks like a password',
    ],
    ['a password deep in its field', { password: { new: [{ text: 'hunter2!' }] } }, 'a password'],
    ['a password by its label', { name: 'password', value: 'hunter2!' }, 'data.value looks like a password'],
    ['a code by its label', { fields: [{ key: 'pin', value: '4711' }] }, 'data.fields[0].value looks like a password'],
    ['one of several passwords', { password1: 'hunter2!' }, 'a password'],
    ['another one of several passwords', { password_2: 'hunter2!' }, 'a password'],
    ['a password of several words', { password: 'correct horse battery' }, 'data.password looks like a password'],
    ['a passphrase', { passphrase: 'correct horse battery staple' }, 'a password'],
    ['a password of digits', { password: 123_456 }, 'a password'],
    ['a password of a form', { 'user[password]': 'hunter2!' }, 'a password'],
    ['a password in two words', { passWord: 'hunter2!' }, 'a password'],
    ['a key in two keys', { api: { key: 'sesame' } }, 'data.api.key looks like a password'],
    ['a code in two keys', { login: { code: '4711' } }, 'data.login.code looks like a password'],
    ['a code digit by digit', { pin: [4, 7, 1, 1] }, 'data.pin looks like a password'],
    ['a code box by box', { pin_1: '4', pin_2: '7', pin_3: '1', pin_4: '1' }, 'a password'],
    ['a code that confirms a login', { sms_confirmation_code: '471100' }, 'a password'],
    ['a code that opens a door', { door_code: '4711' }, 'a password'],
    ['a card in fields', { card1: '4111', card2: '1111', card3: '1111', card4: '1111' }, 'a payment card'],
    ['a card in parts of a field', { card: { part1: 4111, part2: 1111, part3: 1111, part4: 1111 } }, 'a payment card'],
    ['a card of numbers', { credit_card: [4111, 1111, 1111, 1111] }, 'data.credit_card looks like a payment card'],
    ['a card digit by digit', { card_number: Array.from('4111111111111111', Number) }, 'a payment card'],
    ['a card in a link', { n: '4111%201111%201111%201111' }, 'a payment card'],
    ['a card with dots in the middle', { n: '4111·1111·1111·1111' }, 'a payment card'],
    ['an account in groups', { iban: ['DE89', '3704', '0044', '0532', '0130', '00'] }, 'a bank account'],
    ['an account in fields', { iban1: 'DE89 3704 0044', iban2: '0532 0130 00' }, 'a bank account'],
    ['a password in JSON', { payload: '{"password":{"value":"hunter2!"}}' }, 'data.payload looks like a password'],
    ['a password in JSON of JSON', { payload: String.raw`{\"password\":\"hunter2!\"}` }, 'a password'],
    [
      'a card in deep JSON',
      { payload: `${'['.repeat(9)}"${CARD}"${']'.repeat(9)}` },
      'data.payload looks like a payment card',
    ],
    ['a long card in JSON', { payload: '{"card":4000000000000000006}' }, 'data.payload looks like a payment card'],
    ['a card in groups of text', { foo: ['4111', '1111', '1111', '1111'] }, 'data.foo looks like a payment card'],
    ['a card behind a plus', { n: `+${CARD}` }, 'data.n looks like a payment card'],
    ['a card in JSON', { payload: '["4111","1111","1111","1111"]' }, 'data.payload looks like a payment card'],
  ])('%s is found', async (_, data, reason) => {
    const words = await refusal(data);
    expect(words).toContain(reason);
    expect(words).not.toMatch(/\d{3}|hunter|correct|horse|sesame/);
  });

  test.each([
    'contraseña',
    'Kundenkennwort',
    'mot_de_passe',
    'senha',
    'wachtwoord',
    'hasło',
    'lösenord',
    'adgangskode',
    'salasana',
    'şifre',
    'parola',
    'parolă',
    'heslo',
    'jelszó',
    'пароль',
    '密码',
    '비밀번호',
    'パスワード',
  ])('%s is a password', async (key) => {
    expect(await refusal({ [key]: 'lluvia en abril' })).toContain('looks like a password, key or code');
  });

  test.each<[string, object]>([
    ['a customer', { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+44 20 7946 0958', plan: 'gold' }],
    ['an order', { order_number: '4111111111111111', state: 'shipped', expected: '2026-11-23', items: [12, 7, 3] }],
    ['the number of an order', { order: { number: '4111111111111111' } }],
    ['identifiers', { id: 'b8f4b1e0-6f0a-4d8e-9a4d-4f5b1c3c2a10', sku: 'AB-1234-5678', customer: 900_123_456 }],
    ['what is not set', { password: null, token: true, code: '', pin: { value: null } }],
    ['the state of a password', { password: 'set', forgot_password: 'true', new_password: 'not set', pwd: '••••••' }],
    [
      'news of a password',
      { password_changed_at: '2026-01-01', password: { status: 'reset2', expires_in: '30 days' } },
    ],
    ['what is counted', { tokens: 1500, api_keys: '3 active', token_balance: 1500, pin_attempts: 3 }],
    ['money and times', { total: 1299.95, currency: 'EUR', at: 1_763_500_000_000, since: '2024-02-29T12:00:00Z' }],
    ['phones', { msisdn: '+4915112345678', phone: '4915112345678', mobile_number: 4_915_112_345_678 }],
    ['an Indian postal code', { pin_code: '560001', delivery: { pincode: '560 001' }, pinCode: 110_001 }],
    [
      'codes of bookings',
      { confirmation_code: 'AB12CD', booking: { confirmation_code: '123456' }, booking_code: 'X7K2PQ' },
    ],
    [
      'codes of things',
      { barcode: '4111111111111111', coupon_code: 'SAVE20', pickup_code: '4711', promoCode: 'MAY26' },
    ],
    ['points of a game', { scores: [4111, 1111, 1111, 1111] }],
    ['numbers of orders', { order_ids: ['4111', '1111', '1111', '1111'] }],
    ['prices', { prices: [55, 55, 55, 55, 55, 55, 44, 44] }],
    ['pieces', { ordered: [4, 2, 4, 2, 4, 2, 4, 2, 4, 2, 4, 2, 4, 2, 4, 2] }],
    ['points of a chart', { chart: { values: [55, 55, 55, 55, 55, 55, 44, 44] } }],
    ['the end of a card', { card: { brand: 'visa', last4: '4242', expires: '12/27' } }],
    ['passes of travellers', { pass: 'Gold season 2026', ski_pass: '7 days', boarding_pass: 'LH400' }],
  ])('%s is none', async (_, data) => {
    expect(await refusal(data)).toBe('none');
  });

  test.each<[string, object]>([
    [
      'hotel',
      {
        guest: { name: 'Ada Lovelace', loyalty: { tier: 'gold', points: 12_400 } },
        booking: { confirmation_code: 'HX72KQ', room: '204', nights: 3, check_in: '2026-11-23', total: '417.00 EUR' },
        room_key: { kind: 'card', issued: 2 },
      },
    ],
    [
      'airline',
      {
        pnr: 'X7K2PQ',
        ticket_number: '220-4012888888',
        flight: { number: 'LH 400', from: 'FRA', to: 'JFK', gate: 'B12', departs: '2026-11-23T10:05:00+01:00' },
        boarding_pass: { seat: '12A', barcode: 'M1LOVELACE/ADA EX7K2PQ FRAJFKLH 0400 327Y012A0042' },
        bags: [23, 18],
      },
    ],
    [
      'telco',
      {
        msisdn: '+4915112345678',
        sim: { iccid: '8949020000000000006', pin_set: true, pin_attempts_left: 3 },
        contract: { number: '4012888888881881', plan: 'Unlimited M', ends: '2027-06-30' },
        usage_gb: [1.2, 0.8, 3.4, 2.2],
        imei: '352099001761481',
      },
    ],
    [
      "bank's public data",
      {
        bank: { name: 'Example Bank', bic: 'DEUTDEFF', bank_code: '37040044', sort_code: '20-00-00' },
        rates: [{ product: 'Savings', percent: 2.75, since: '2026-10-01' }],
        card_products: ['Classic', 'Gold'],
        branch: { street: 'Main Street 12', postal_code: '10115', opens: '09:00' },
      },
    ],
    [
      'pharmacy',
      {
        prescription: { number: 'RX-2026-118204', state: 'ready', pickup_code: 'K42' },
        items: [{ name: 'Ibuprofen', value: '400 mg', pzn: '04100218', ean: '4006381333931', quantity: 20 }],
        store: { city: 'Bengaluru', pin_code: '560001' },
      },
    ],
    [
      'school',
      {
        student: { name: 'Tom', id: 'S-20418', class: '7b' },
        grades: [1, 2, 2, 1, 3, 2, 1, 1, 4, 2, 2, 1, 3, 1, 2, 2],
        scores: { maths: [4111, 1111, 1111, 1111] },
        portal: { password_status: 'expired', last_login: '2026-11-20T07:45:00Z' },
        course_code: 'BIO101',
      },
    ],
    [
      'delivery',
      {
        tracking_number: '4012888888881881',
        parcel: { id: '6212345678901232', weight_grams: 2150, barcode: '4111111111111111' },
        stops: [{ name: 'Depot', value: '14:05' }],
        address: { line1: '12 MG Road', city: 'Pune', pincode: 411_001 },
        window: ['2026-11-23T14:00', '2026-11-23T16:00'],
      },
    ],
    [
      'event tickets',
      {
        event: 'Winter Concert 2026',
        tickets: [{ row: 'C', seat: 14, ticket_id: '4111111111111111' }],
        order_ids: ['4111', '1111', '1111', '1111'],
        promo_code: 'SUMMER26',
        season_pass: 'Gold 2026',
      },
    ],
    [
      'car rental',
      {
        reservation: { code: 'X7K2PQ', pickup: '2026-11-23T09:00', station: 'MUC1' },
        car: { class: 'CDMR', plate: 'M-AB 1234', vin: 'WVWZZZ1JZXW000001', key: 'keyless' },
        deposit: { amount: 300, currency: 'EUR', card: { brand: 'visa', last4: '4242' } },
        mileage: [12_004, 12_310],
      },
    ],
    [
      'insurance',
      {
        policy: { number: '4012888888881881', kind: 'household', premium: 18.9 },
        claim: { reference: 'CL-2026-004711', state: 'in review', documents: 4 },
        payload: '{"policy":{"number":"4012888888881881"},"tokens":1500}',
        questions: [{ label: 'Smoker', value: 'no' }],
      },
    ],
  ])('what a customer of a %s asks about is none', async (_, data) => {
    expect(await refusal(data)).toBe('none');
  });
});
