import { describe, expect, test } from 'vitest';
import { sensitiveFieldsIn } from '../../src/privacy/sensitive-fields.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { allSteps } from '../../src/model/slices.ts';
import { CARD_LABELS, OTHER_LABELS } from './redaction/card-labels.ts';

const NUMBER = '4111111111111111';
const LEVELS = 8;

function kindsIn(data: JsonObject): string[] {
  return allSteps(sensitiveFieldsIn(data, LEVELS)).map(({ path, kind }) => `${path.join('.')}: ${kind}`);
}

/** A label as programs write it. */
function keyOf(label: string): string {
  return label.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '_');
}

describe('a card behind any words is one', () => {
  test.each(CARD_LABELS)('%s', (label) => {
    const key = keyOf(label);
    expect(kindsIn({ [key]: NUMBER })).toEqual([`${key}: card`]);
    expect(kindsIn({ [key]: { number: NUMBER } })).toEqual([`${key}.number: card`]);
    expect(kindsIn({ note: `${label}: ${NUMBER}` })).toEqual(['note: card']);
    expect(kindsIn({ note: `${label} ${NUMBER}, exp 12/29` })).toEqual(['note: card']);
  });
});

describe('the number of something else is none', () => {
  test.each(OTHER_LABELS)('%s', (label) => {
    const key = keyOf(label);
    expect(kindsIn({ [key]: NUMBER })).toEqual([]);
    expect(kindsIn({ [key]: { number: NUMBER, state: 'sent' } })).toEqual([]);
    expect(kindsIn({ note: `${label}: ${NUMBER}` })).toEqual([]);
  });
});

test.each<[string, JsonObject, string]>([
  ['a method beside it', { payment: { method: 'visa', number: NUMBER } }, 'payment.number: card'],
  ['a brand beside it', { details: { brand: 'Mastercard', reference: NUMBER } }, 'details.reference: card'],
  ['a date beside it', { order: { number: NUMBER, exp: '12/29', cvc: 'x' } }, 'order.number: card'],
  ['under orders', { orders: [{ card_payment: NUMBER }] }, 'orders.0.card_payment: card'],
  ['words about both', { note: `credit card account: ${NUMBER}, exp 12/29` }, 'note: card'],
  ['a label', { name: 'card payment', value: NUMBER }, 'value: card'],
  ['in camel case', { orderCardPayment: NUMBER }, 'orderCardPayment: card'],
  ['glued to a word', { note: `Visa${NUMBER}` }, 'note: card'],
  ['in a link', { link: `https://pay.example/?pan=${NUMBER}&exp=1229` }, 'link: card'],
  ['in text of JSON', { payload: `{"payment":{"reference":{"card":"${NUMBER}"}}}` }, 'payload: card'],
])('a card with %s', (_, data, found) => {
  expect(kindsIn(data)).toEqual([found]);
});

test.each<[string, JsonObject, string[]]>([
  ['halves', { first: '4242 4242', second: '4242 4242' }, ['first: card', 'second: card']],
  ['halves under a word for cards', { card: { a: '4242 4242', b: '4242 4242' } }, ['card.a: card', 'card.b: card']],
  ['a half and the rest', { card: '4242 4242', rest: '4242 4242' }, ['card: card', 'rest: card']],
  ['halves in camel case', { cardFirst: '42424242', cardSecond: '42424242' }, ['cardFirst: card', 'cardSecond: card']],
  [
    'halves that are numbers',
    { first_half: 42_424_242, second_half: 42_424_242 },
    ['first_half: card', 'second_half: card'],
  ],
  [
    'other fields between halves',
    { first: '4242 4242', note: 'more below', second: '4242 4242' },
    ['first: card', 'second: card'],
  ],
  [
    'halves in a list of objects',
    { parts: [{ part: '4242 4242', rest: '4242 4242' }] },
    ['parts.0.part: card', 'parts.0.rest: card'],
  ],
  ['halves in text of JSON', { payload: '{"first":"4242 4242","second":"4242 4242"}' }, ['payload: card']],
  ['the groups of an account', { iban1: 'DE89 3704 0044', iban2: '0532 0130 00' }, ['iban1: iban']],
  ['a user and a password', { user: 'kate', pass: 'rosebud' }, ['pass: secret']],
  ['a login and a password', { login: 'kate', pw: 'rosebud' }, ['pw: secret']],
  ['a name and a value', { name: 'password', text: 'rosebud' }, ['text: secret']],
  ['a password of words about passwords', { password: 'set.new!one' }, ['password: secret']],
  ['a password beside a name', { password: { name: 'login', value: 'rosebud' } }, ['password.value: secret']],
  ['a label and an answer', { label: 'PIN', answer: '4711' }, ['answer: secret']],
])('what several fields say is found: %s', (_, data, found) => {
  expect(kindsIn(data)).toEqual(found);
});

test.each<[string, JsonObject]>([
  ['halves that are no card', { first: '4242 4242', second: '4242 4243' }],
  ['numbers of two things', { from: '4242 4242', to: '4242 4242' }],
  ['two phones', { phone: '4242 4242', mobile: '4242 4242' }],
  ['two orders', { order: '42424242', invoice: '42424242' }],
  ['a name', { first: 'Ada', second: 'Lovelace' }],
  ['a user', { user: 'kate', plan: 'gold', since: '2024-02-29' }],
  ['a label without a secret', { name: 'Depot', value: '14:05' }],
])('what several fields say is none: %s', (_, data) => {
  expect(kindsIn(data)).toEqual([]);
});

test.each<[string, number, JsonObject]>([
  ['fields', 700, Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`k${index}`, 'abc']))],
  ['a long name', 900, { ['password pin card iban key token '.repeat(6)]: Array(1900).fill('a') }],
  ['codes of links', 900, { a: Array(900).fill('%41bc') }],
])('S1: 8 kB of %s are read in %d steps or more', (_, least, data) => {
  const reading = sensitiveFieldsIn(data, LEVELS);
  let steps = 0;
  while (reading.next().done !== true) steps += 1;
  expect(steps).toBeGreaterThanOrEqual(least);
});
