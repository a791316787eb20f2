import { describe, expect, test } from 'vitest';
import { foundIn } from './redacted.ts';

describe('D1: addresses where a word for a program is near', () => {
  test.each([
    'Chrome blocked 198.51.100.77',
    'the app connects to 198.51.100.77',
    'version 5 of the app talks to 198.51.100.77',
    'Windows 10 laptop got 198.51.100.77',
    'depuis Firefox 115 le site refuse 198.51.100.77',
    'Firefox zeigt 198.51.100.77 an',
    'el navegador chrome abre 198.51.100.77',
    'o Windows atualizou e perdeu 198.51.100.77',
    'server version 2.4 at 198.51.100.77 is down',
    'acesso negado para 198.51.100.77',
    'Linux box with 198.51.100.77',
    'update blocked for 10.4.2.1',
  ])('D1: %s', (text) => {
    expect(foundIn(text)).toEqual([`ip: ${/\d+\.\d+\.\d+\.\d+/.exec(text)?.[0] ?? ''}`]);
  });

  test.each([
    'Chrome 120.0.0.0',
    'Chrome is now at 120.0.0.0',
    'version: 1.2.3.4',
    'updated the firmware from 1.2.3.4 to 1.2.3.5',
    'Firmware-Version 120.10.2.100',
    'версия 22.3.1.0',
    'the app crashes since 1.2.3.4',
    '版本 1.2.3.4',
    'sürüm 1.2.3.4',
    'firmware 10.4.22.1 runs well, is 10.5.0.3 stable',
    '5.18.2.440 on my tablet but 5.17.0.2 on the phone',
    'wants 7.4.33.1 or lower',
    'ab 7.4.33.1 oder höher',
    'needs >= 7.4.33.1',
    'needs 7.4.33.1+',
  ])('D1: versions stay: %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });
});

describe('D1: addresses next to signs, words and each other', () => {
  test.each([
    ['192.0.2.1,192.0.2.2', ['192.0.2.1', '192.0.2.2']],
    ['192.0.2.1-192.0.2.9', ['192.0.2.1', '192.0.2.9']],
    ['192.0.2.20-29', ['192.0.2.20']],
    ['192.0.2.1;192.0.2.2/24', ['192.0.2.1', '192.0.2.2']],
    ['IP192.0.2.1', ['192.0.2.1']],
    ['from192.0.2.1to', ['192.0.2.1']],
    ['ip=192.0.2.1&x=1', ['192.0.2.1']],
    ['root@192.0.2.1:22', ['192.0.2.1']],
    ['ip:2001:db8::7,wifi', ['2001:db8::7']],
    ['IP-Adresse:2001:db8:a0b:12f0::1,Hamburg', ['2001:db8:a0b:12f0::1']],
    ['[IPv6:2001:db8::7]', ['2001:db8::7']],
    ['warning: unknown[192.0.2.1]: SASL LOGIN authentication failed', ['192.0.2.1']],
    [
      'Failed password for root from 2001:db8:1f4:9b30:5c7d:21ff:fe08:77c1 port 52114',
      ['2001:db8:1f4:9b30:5c7d:21ff:fe08:77c1'],
    ],
  ])('D1: %s', (text, addresses) => {
    expect(foundIn(text)).toEqual(addresses.map((address) => `ip: ${address}`));
  });

  test.each(['7,192.0.2.1', '192.0.2.1,5', '192.0.2.1-rc1', 'abc192.0.2.1', '192.0.2.1.5', 'std::vector:face'])(
    'D1: part of something else: %s',
    (text) => {
      expect(foundIn(text)).toEqual([]);
    },
  );
});
