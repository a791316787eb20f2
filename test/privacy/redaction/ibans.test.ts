import { describe, expect, test } from 'vitest';
import { foundIn } from './redacted.ts';

describe('D1: account numbers next to words and signs', () => {
  test.each([
    'IBANDE89370400440532013000',
    'ibande89370400440532013000',
    'KontoDE89370400440532013000',
    'acc:DE89370400440532013000,Anna',
    'DE89370400440532013000BIC',
    'DE89370400440532013000danke',
    'isDE89 3704 0044 0532 0130 00and',
    'pay/DE89370400440532013000/DNB',
    'payout?iban=DE89370400440532013000&currency=EUR',
    '口座はDE89370400440532013000です',
    'счётDE89370400440532013000',
  ])('D1: %s', (text) => {
    expect(foundIn(text)).toEqual([`iban: ${/DE89.*3000|DE89.* 00/i.exec(text)?.[0] ?? ''}`]);
  });

  test('D1: what stands glued before a number is still read', () => {
    expect(foundIn('max.mustermann at example dot deDE89 3704 0044 0532 0130 00')).toEqual([
      'email: max.mustermann at example dot de',
      'iban: DE89 3704 0044 0532 0130 00',
    ]);
  });

  test.each([
    'DE89  3704  0044  0532  0130  00',
    'DE89\n3704\n0044\n0532\n0130\n00',
    'DE89|3704|0044|0532|0130|00',
    'DE89:3704:0044:0532:0130:00',
    'DE89_3704_0044_0532_0130_00',
    'DE89 - 3704 - 0044 - 0532 - 0130 - 00',
    'DE89·3704·0044·0532·0130·00',
    'GB98LOYd77128412504134',
    'RO78BTRLOPCVNFXWPCBY14WA',
    'KZ45 110J P0XH UBMY KNJV',
  ])('D1: in groups, with letters: %j', (written) => {
    expect(foundIn(`it is ${written}, thanks`)).toEqual([`iban: ${written}`]);
  });

  test.each([
    'a7DE89370400440532013000',
    'DE893704004405320130007',
    'DE89370400440532013000A7',
    'Ro78 btrl opcv nfxw pcby 14wa',
    'DE89-3704:0044-0532:0130-00',
  ])('D1: part of something longer, or none: %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });
});
