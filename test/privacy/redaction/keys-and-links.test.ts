import { describe, expect, test } from 'vitest';
import { foundIn } from './redacted.ts';

const HEX = '9c2e71a0b84f4d1395e07ab93cd4f812';
const UUID = '9c2e71a0-b84f-4d13-95e0-7ab93cd4f812';
const KEY = 'TjhWwyyPXWzP0q162DnfZW';

describe('D1: the part of a link that lets somebody in', () => {
  test.each([
    [`https://konto.example.pl/aktywacja/${KEY}`, KEY],
    [`https://shop.example.de/passwort-vergessen/${HEX}`, HEX],
    [`https://compte.example.fr/reinitialiser/${UUID}`, UUID],
    [`https://shop.example.es/restablecer/${HEX}`, HEX],
    [`https://shop.example.it/conferma/${HEX}/`, HEX],
    [`https://shop.example.pt/redefinir-senha/${HEX}`, HEX],
    [`https://shop.example.nl/wachtwoord-herstellen/${HEX}`, HEX],
    [`https://shop.example.dk/nulstil-adgangskode/${HEX}`, HEX],
    [`https://shop.example.se/inbjudan/${HEX}`, HEX],
    [`https://shop.example.org/x9/${KEY}`, KEY],
    [`https://shop.example.fr/?jeton=${HEX}`, HEX],
    [`https://shop.example.es/acceso?clave=${KEY}`, KEY],
    [`https://shop.example.se/?kod=${HEX}&lang=sv`, HEX],
    [`https://shop.example.org/?x=${KEY}`, KEY],
    [`https://n8n.example.org/webhook/${UUID}`, UUID],
    [`https://maker.example.org/trigger/alarm/with/key/${KEY}`, KEY],
    [`https://${HEX}@errors.example.org/456`, HEX],
    ['redis://:winter@cache:6379/0', 'winter'],
    ['postgres://shop:p@ss@word9@db.example:5432/shop', 'shop:p@ss@word9'],
    [`JSESSIONID=${HEX.toUpperCase()}.node2 is over`, HEX.toUpperCase()],
  ])('D1: %s', (text, secret) => {
    expect(foundIn(text)).toEqual([`secret: ${secret}`]);
  });

  test.each([
    'https://videos.example.org/watch?v=dQw4w9WgXcQ&list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf',
    'https://docs.example.org/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit',
    'https://music.example.org/track/4uLU6hMCjMI75M1A2tKUQC',
    `https://git.example.org/shop/commit/${HEX}a84f12cd`,
    'https://shop.example/confirm/order-2024-12345',
    'https://shop.example/p/Damen-Sneaker-Air-Max-2024-Weiss-Groesse-42',
    'https://shop.example.com/?gclid=CjwKCAjw9J2iBhBPEiwAErwpeVq3xYz0a1B2c3D4e5F6',
  ])('D1: everybody may see %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });
});

describe('D1: a long key without a word for it', () => {
  test.each([`here you go: ${KEY}, thanks`, `(${KEY})`, `"${KEY}"`])('D1: %s', (text) => {
    expect(foundIn(text)).toEqual([`secret: ${KEY}`]);
  });

  test('D1: with the signs of base 64', () => {
    expect(foundIn('then AbWPEi6yvzyt/p2Amnqk+uiIQBhBldI6R64aCYAN63Y= was in it')).toEqual([
      'secret: AbWPEi6yvzyt/p2Amnqk+uiIQBhBldI6R64aCYAN63Y=',
    ]);
  });

  test.each([
    `commit ${HEX}a84f12cd`,
    'ETag: "kQ2w8ZxL0pM3nB7vC1xZ9aSdF4gH5jK6"',
    'SHA256:uNiVztksCsDhcc0u9e8BgrJXVGfTjYh8Kq2mLp3ZxYw',
    'Rechnung_2024_Max_Mustermann_Final2.pdf',
    'com.example.shop.CheckoutController2.handleRequestV3',
    'PublicKey = AbWPEi6yvzytDp2AmnqkpuiIQBhBldI6R64aCYAN63Y=',
    'CamelCaseIdentifierForTheService2024Build7',
  ])('D1: stays: %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });
});

describe('D1: a UUID behind a word for keys', () => {
  test.each([
    `the api key is ${UUID}`,
    `der Schlüssel für die Schnittstelle ist ${UUID}, Mandant 204`,
    `nøglen til vores system er ${UUID}`,
    `la clé du service est ${UUID}`,
    `klucz do integracji jest ${UUID}`,
  ])('D1: %s', (text) => {
    expect(foundIn(text)).toEqual([`secret: ${UUID}`]);
  });

  test.each([`tenant ${UUID}`, `der Schlüssel liegt unter der Matte, Zimmer B12`])('D1: stays: %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });
});

test('D1: the halves of a card in two fields', () => {
  expect(foundIn('{"card_part1":"42424242","card_part2":"42424242"}')).toEqual(['card: 42424242', 'card: 42424242']);
});

test.each([
  'sshd[20113]: Failed password for root from 203.0.113.9 port 51532 ssh2',
  'smtpd[1182]: warning: unknown[203.0.113.9]: SASL LOGIN authentication failed',
])('D1: a log of failed logins has no secret: %s', (text) => {
  expect(foundIn(text)).toEqual(['ip: 203.0.113.9']);
});
