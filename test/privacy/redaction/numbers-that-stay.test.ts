import { describe, expect, test } from 'vitest';
import { foundIn } from './redacted.ts';

describe('D1: other numbers than those of phones', () => {
  test.each([
    ['Germany', 'factor 0.17012345678'],
    ['Germany', 'rate 0.3012345678 per day'],
    ['Germany', 'call rate 0.3012345678'],
    ['United States', 'total 415.5552671'],
    ['United States', 'about 415.5552671'],
    ['Spain', 'so 61.2345678'],
    ['Spain', 'en 61.2345678'],
    ['France', 'lottery 02 14 23 31 45'],
    ['France', 'les tailles 01 02 03 04 05'],
    ['France', 'we have 01 02 03 04 05'],
    ['Norway', 'size 41 42 43 44'],
    ['Norway', 'we have 41 42 43 44'],
    ['Norway', 'beløp 45 000 000'],
    ['Norway', 'beløp: 45 000 000'],
    ['Germany', 'We sold 0800 123456 times'],
    ['Germany', 'It ran 0800 123456 times'],
    ['Germany', 'Die Summe ist 0170 1234567'],
    ['Poland', 'kwota 512 345 678'],
  ])('D1: %s: %s', (country, text) => {
    expect(foundIn(text, { known: { country } })).toEqual([]);
    expect(foundIn(text)).toEqual([]);
  });

  test.each([
    ['Germany', '0170.1234567'],
    ['France', 'tel 01 02 03 04 05'],
    ['France', '06 12 10 11 12'],
    ['Norway', 'ring 41 42 43 44'],
    ['United States', 'tel 415.5552671'],
    ['Germany', 'The total is wrong. 0170 1234567'],
  ])('D1: %s: %s is one', (country, text) => {
    const [number = ''] = /\d[\d .]+$/.exec(text) ?? [];
    expect(foundIn(text, { known: { country } })).toEqual([`phone: ${number}`]);
  });
});

test.each([
  'Section 1.2.3.4 of the terms',
  'chapter 10.2.1.3',
  '§ 1.2.3.4',
  '§1.2.3.4',
  'siehe Abschnitt 1.2.3.4',
  'le chapitre 1.2.3.4',
  'sección 1.2.3.4',
  'capitolo 1.2.3.4',
  'secção 1.2.3.4',
  'hoofdstuk 1.2.3.4',
  'rozdział 1.2.3.4',
  'avsnitt 1.2.3.4',
])('D1: a part of a document is no address: %s', (text) => {
  expect(foundIn(text)).toEqual([]);
});

test('D1: an address in a section is one', () => {
  expect(foundIn('in section 3 the address 93.184.216.34')).toEqual(['ip: 93.184.216.34']);
});

describe('D1: short words for passwords', () => {
  test.each([
    ['pw: hunter2', 'hunter2'],
    ['my pw is Sommer2020!', 'Sommer2020!'],
    ['PW=hunter2', 'hunter2'],
    ['pass: hunter2', 'hunter2'],
    ['user kate pass: Sommer2020!', 'Sommer2020!'],
    ['pw ist Sommer2020!', 'Sommer2020!'],
    ['login kate / Sommer2020!', 'Sommer2020!'],
    ['Login: kate/Sommer2020!', 'Sommer2020!'],
    ['Zugangsdaten: kate / Sommer2020!', 'Sommer2020!'],
  ])('D1: %s', (text, secret) => {
    expect(foundIn(text)).toEqual([`secret: ${secret}`]);
  });

  test('D1: behind an address', () => {
    expect(foundIn('login kate@example.org / Sommer2020!')).toEqual(['email: kate@example.org', 'secret: Sommer2020!']);
  });

  test.each([
    'boarding pass: A12',
    'the pass is valid',
    'they pass the test',
    'can you bypass: step1',
    'login page / step2',
    'the login is broken / slow',
    'account 12345 / 67890',
  ])('D1: stays: %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });
});

test.each([
  'meu pedido BW-972475 deveria ter chegado há 10 dias',
  'my order BW-972475 was sent two weeks ago',
  'meine Bestellung BW-972475 wurde gesendet',
])('an order number with letters in front is no code: %s', (text) => {
  expect(foundIn(text)).toEqual([]);
});

test('a code with letters in front is one', () => {
  expect(foundIn('your code G-482913 was sent')).toEqual(['secret: 482913']);
});
