import { describe, expect, test } from 'vitest';
import { sensitiveFieldsIn } from '../../src/privacy/sensitive-fields.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { CARD_LABELS, OTHER_LABELS } from './redaction/card-labels.ts';

const NUMBER = '4111111111111111';
const LEVELS = 8;

function kindsIn(data: JsonObject): string[] {
  return sensitiveFieldsIn(data, LEVELS).map(({ path, kind }) => `${path.join('.')}: ${kind}`);
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
