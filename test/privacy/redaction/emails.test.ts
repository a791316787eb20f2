import { describe, expect, test } from 'vitest';
import { foundIn } from './redacted.ts';

describe('D1: email addresses that are half spelled out, or broken', () => {
  test.each([
    'jane.roe at gmail.com',
    'jane at gmail.com',
    'jane.roe at example.org',
    'jane arobase exemple.fr',
    'jane.roe@ gmail.com',
    'jane.roe @gmail.com',
    'jane@ example.org',
    'jane @ fernbank.io',
    'jane.roe@\ngmail.com',
    'jane.roe\n@gmail.com',
    'jane.roe@example.\ncom',
    'jane.roe@example\n.co.uk',
    'jane.roe@gmail,com',
    'jane.roe@gmail com',
    'jane.roe@gmail. com',
    'jane dot roe at gmail dot com',
    'jane(dot)roe(at)example(dot)com',
    'jane underscore roe at gmail dot com',
    'jane punkt roe at gmx punkt de',
    'jane point roe arobase laposte point net',
    'jane dot roe @ outlook dot com',
    'jane_at_gmail_dot_com',
    'jane*at*gmail*dot*com',
    'jane#at#gmail.com',
    'jane.roe собака yandex точка ru',
    'jane%40example%2Eorg',
    'jane%20at%20gmail%20dot%20com',
    'jane&#64;example.org',
    'jane.roe snabel-a example.dk',
    'jane.roe at-sign example.org',
    'jane -at- example.org',
    'jane . roe @ example . org',
    'j a n e @ g m a i l . c o m',
    'jane.roe@@gmail.com',
    'jane.roe@gmail',
    'jane.roe@gmail..com',
    'jane.roe@yahoo co uk',
    'jane.roe@example.co .uk',
    'jane.roe gmail.com',
    'jane.roe at gmail',
  ])('D1: %j', (written) => {
    expect(foundIn(`so ${written} ok`)).toEqual([`email: ${written}`]);
  });

  test('D1: a hyphen and a word behind an address are no part of it', () => {
    expect(foundIn('so jane.roe@example.org-thanks')).toEqual(['email: jane.roe@example.org']);
    expect(foundIn('so jane.roe@mail.foo-bar.org ok')).toEqual(['email: jane.roe@mail.foo-bar.org']);
  });

  test('D1: a word for addresses tells of what else is a name', () => {
    expect(foundIn('my email is jane at example.org')).toEqual(['email: jane at example.org']);
    expect(foundIn('see jane at example.org')).toEqual([]);
  });

  test('D1: values are canonical', () => {
    const once = 'jane.roe@gmail.com';
    for (const written of ['jane dot roe at gmail dot com', 'jane.roe@\ngmail.com', 'jane.roe at gmail,com']) {
      expect(foundIn(written, { kept: [once] })).toEqual([]);
    }
  });

  test.each([
    'look at example.com',
    'look at amazon dot com',
    'meet at noon. no problem',
    'look at this. is it ok',
    'I am at gmail. It works',
    'sign in at gmail.com please',
    'logo@2x.png',
    'I have an account at gmail.com',
    'order 1234 at shop.example',
    'version 2.4 at example.com',
    'index.html at example.com',
    'follow us @ shop.example',
    'lunch @ noon. Come along',
    'meet @ 5 + 6',
    'the point at example.org',
    'thanks\n@mike.smith',
    'react@ 18.2.0',
    'Mail mir an die Adresse. De rien',
  ])('D1: stays: %j', (text) => {
    expect(foundIn(text)).toEqual([]);
  });
});
