/** Texts that cost a careless detector the square of their length. */
export const WORST_TEXTS: Readonly<Record<string, string>> = {
  prose:
    'Thank you for your message. We have looked into the matter and our colleagues of the warehouse will send the missing part out today. ',
  'prose with numbers':
    'Your order 20481234 of 12.05.2026 left us at 10:30 and costs 1.299,00 EUR, see version 1.2.3.4 of the terms. ',
  'one and dashes': '1-',
  'digits and spaces': '4 ',
  digits: '7',
  'nines of cards': '4111111111111112 ',
  'signs of addresses': 'a@',
  'addresses without an end': 'a@a.',
  'spelled signs': 'a (at) ',
  'spelled dots': 'a at b dot ',
  'dots and ones': '1.',
  colons: ':',
  'groups and colons': 'a1:',
  tokens: 'eyJ',
  'tokens and dots': 'eyJhbGciOiJ.',
  'words for secrets': 'password ',
  'words for secrets and colons': 'password: "',
  'words for codes': 'pin is ',
  keys: '-----BEGIN PRIVATE KEY----- ',
  'beginnings of keys': '-----BEGIN ',
  'prefixes of keys': 'sk-',
  bearers: 'bearer a',
  'names in web addresses': 'http://a:',
  'beginnings of account numbers': 'DE89 3704 0044 ',
  'plus signs': '+1 1 ',
  'plus signs and digits': '+49 170 123456 ',
  zeros: '00',
  parentheses: '(0) ',
  letters: 'a',
  spaces: ' ',
  'line ends': '\n',
  quotes: '"',
  brackets: '[email ',
  'Arabic digits': '١ ',
  'full width': '４',
  joiners: '1\u200D',
  mixed: 'a@1.+49 :eyJ-password=(at) 4111 DE89 ',
};

/** A text of that many characters. */
export function repeated(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}
