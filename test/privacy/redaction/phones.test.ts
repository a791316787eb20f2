import { describe, expect, test } from 'vitest';
import { foundIn } from './redacted.ts';

const known = { country: 'Sweden' };

describe('D1: phone numbers next to signs and words', () => {
  test.each([
    ['+46701234567,Anna', '+46701234567'],
    ['0701234567:Anna', '0701234567'],
    ['0701234567-Anna', '0701234567'],
    ['0701234567.Anna', '0701234567'],
    ['0701234567;Anna', '0701234567'],
    ['0701234567Anna', '0701234567'],
    ['Anna:0701234567', '0701234567'],
    ['Anna,0701234567,hemma', '0701234567'],
    ['ring+46701234567', '+46701234567'],
    ['ring0701234567', '0701234567'],
    ['på0046701234567tack', '0046701234567'],
    ['tel.0701234567', '0701234567'],
    ['cell#0701234567', '0701234567'],
    ['Mobil:0701234567,Stockholm', '0701234567'],
    ['(0701234567)', '0701234567'],
    ['(+46 70 123 45 67)', '+46 70 123 45 67'],
    ['070-123 45 67–Anna', '070-123 45 67'],
    ['0701234567x12', '0701234567'],
    ['telefon:\n0701234567', '0701234567'],
    ['0701234567 är mitt nummer', '0701234567'],
  ])('D1: %j', (text, phone) => {
    expect(foundIn(text, { known })).toEqual([`phone: ${phone}`]);
  });

  test.each([
    '0701234567/0739876543',
    '0701234567,0739876543',
    '0701234567;0739876543',
    '0701234567|0739876543',
    '0701234567 / 0739876543',
    '+46701234567+46739876543',
    '0046 70 123 45 67/0046 73 987 65 43',
  ])('D1: two of them: %s', (text) => {
    const [one = '', other = ''] = text.split(/ ?[/,;|] ?|(?<=\d)(?=\+)/);
    expect(foundIn(text, { known })).toEqual([`phone: ${one}`, `phone: ${other}`]);
  });

  test.each([
    ['https://wa.me/46701234567?text=hi', '46701234567'],
    ['https://t.me/+46701234567', '+46701234567'],
    ['https://api.whatsapp.com/send?phone=46701234567&text=hi', '46701234567'],
    ['https://shop.example/?name=Anna&phone=0701234567&x=1', '0701234567'],
    ['phone=+46701234567&lang=sv', '+46701234567'],
    ['viber://chat?number=%2B46701234567', '%2B46701234567'],
    ['tel=070%20123%2045%2067&x', '070%20123%2045%2067'],
    ['cell=(615)+555-0148&consent=yes', '(615)+555-0148'],
    ['tel:+46701234567', '+46701234567'],
    ['mobil=0701234567', '0701234567'],
  ])('D1: in links: %s', (text, phone) => {
    expect(foundIn(text)).toEqual([`phone: ${phone}`]);
  });

  test.each(['21 35 48 60', '22 41 57 83', '41-52-63-74'])('D1: in pairs: %s', (written) => {
    expect(foundIn(`ja, ${written} takk`, { known: { country: 'Norway' } })).toEqual([`phone: ${written}`]);
  });

  test.each([
    ['+44 1632 960\n118', '+44 1632 960\n118'],
    ['+44 1632 960118\n118', '+44 1632 960118'],
  ])('D1: over a line: %j', (text, phone) => {
    expect(foundIn(text)).toEqual([`phone: ${phone}`]);
  });
});

test("D1: digits of a number's length behind a zero are one, without a country, too", () => {
  expect(foundIn('0701234567:Anna')).toEqual(['phone: 0701234567']);
  expect(foundIn('0701234567/0739876543')).toEqual(['phone: 0701234567', 'phone: 0739876543']);
  expect(foundIn('kundnummer 0701234567')).toEqual([]);
});

describe('D1: in words of other languages', () => {
  test.each([
    '手机：138-5550-1234，随时打',
    '휴대폰 010-5550-1234 입니다',
    'тел. 8 495 555 01 34 вечером',
    'मोबाइल 98765 01234 है',
    'handphone 9123 4567',
    'puh. 040 5550 123',
    'sđt 0903 555 012 nhé',
  ])('D1: %s', (text) => {
    expect(foundIn(text)).toEqual([`phone: ${/\d[\d -]*\d/.exec(text)?.[0] ?? ''}`]);
  });
});

describe('D1: other numbers', () => {
  test.each([
    'ORD-0701234567',
    'A0701234567',
    '0701234567-A',
    '0701234567AB12',
    'order=0701234567',
    'https://shop.example/p/0701234567',
    '0701234567.pdf2',
    '0701234567%',
    '1:0701234567',
    'sizes 36 38 40 42',
    '0701234567 är mitt ordernummer',
    '12+34+56+78',
  ])('D1: %s', (text) => {
    expect(foundIn(text, { known })).toEqual([]);
  });
});

describe('D1: numbers that are said', () => {
  test.each([
    ['le fixe, ', 'zéro quatre, soixante-dix-huit, vingt-trois, zéro neuf, quarante-et-un'],
    ['il mio numero ', 'zero sette uno, ottanta, trentadue, quarantuno'],
    ['apunta ', 'seis cuatro nueve, treinta y uno, diez, veinte siete'],
    ['bitte ', 'null eins sieben null, zwölf, vierunddreißig, sechsundfünfzig'],
    ['dus ', 'nul zes, twaalf, vierendertig, zesenvijftig, achtenzeventig'],
    ['is ', 'nove um sete, trinta e dois, zero oito, oitenta e quatro, dois'],
    ['så ', 'noll sju noll, tolv, trettiofyra, femtiosex, sjuttioåtta'],
    ['so ', 'four one five, five five five, twenty-six, seventy-one'],
    ['so ', 'oh double seven nine hundred one two three four'],
  ])('D1: %s%s', (before, number) => {
    expect(foundIn(`${before}${number} ok`)).toEqual([`phone: ${number}`]);
  });

  test.each([
    'ten, twenty, thirty, forty, fifty',
    'twenty two, thirty three, forty four',
    'sizes ten twelve fourteen sixteen eighteen',
    'one two three four five six seven eight nine ten',
    'two kids, one is ten and one is twelve',
  ])('D1: stays: %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });
});

describe('D1: numbers in groups, where an order is spoken of', () => {
  test.each([
    ['Germany', 'paket liegt bei mir, ', '030 5550 7728'],
    ['Germany', 'bestellung kam nie an. ', '0221-5550 443'],
    ['France', "ma commande n'arrive pas, ", '06 71 48 20 93'],
    ['Poland', 'paczka u sąsiada, ', '512 345 678'],
    ['United States', 'my order never came ', '(415) 555-2671'],
    ['United States', 'left with mike ', '415-555-2671'],
  ])('D1: %s: %s%s', (country, before, number) => {
    expect(foundIn(`${before}${number}`, { known: { country } })).toEqual([`phone: ${number}`]);
  });

  test.each([
    ['Germany', 'bestellnummer: 0171 555 1234'],
    ['Germany', 'bestellnr. 0171 555 1234'],
    ['Germany', '0171 555 1234 is my order number'],
    ['France', 'commande n° 06 71 48 20 93'],
    ['United States', 'invoice #415-555-2671'],
    ['United States', 'routing number 021000021'],
  ])('D1: %s: stays: %s', (country, text) => {
    expect(foundIn(text, { known: { country } })).toEqual([]);
  });
});
