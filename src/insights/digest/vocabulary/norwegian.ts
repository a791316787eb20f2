import type { Vocabulary } from './vocabulary.ts';

export const norwegian: Vocabulary = {
  promises: [
    String.raw`(?:jeg|vi)(?: \p{L}+){1,5} (?:med en gang|straks|snart)`,
    '(?:jeg|vi|du|dere|det|den|de) (?:skal|vil|kommer til å)',
    '(?:skal|vil) (?:jeg|vi|du|bli|få|komme|være)',
    '(?:jeg|vi) (?:sender|ringer|refunderer|tilbakebetaler|erstatter|setter|sørger|ordner|retter)',
    'du (?:får|mottar)',
    'får du',
    '(?:er|blir) på vei',
    '(?:kommer|går|sendes|leveres|utbetales|slutter|retter det|fikses) (?:i morgen|i dag|om|innen|på)',
    'i morgen',
    String.raw`(?:om|innen|i løpet av|tar)(?: ca\.?| cirka| omtrent)? \d+ (?:minutter|timer|dager|virkedager|uker|måneder)`,
  ],
  questions: [
    '(?:kan|kunne|har|er|får|skal|vil|må|finnes|går) (?:dere|du|jeg|vi|det|den|man|noen)',
    String.raw`(?:hva|hvor|hvorfor|hvordan|når|hvem|hvilken|hvilket|hvilke)(?: lenge| mye| mange)? (?:er|koster|skjer|betyr|\p{L}+ (?:jeg|vi|det|den|dere|du|man|min|mitt))`,
  ],
  calls: [
    'er det (?:fortsatt )?noen (?:der|her)',
    'noen der',
    'er (?:du|dere) (?:(?:fortsatt|ennå|enda) )?der(?: fortsatt| ennå| enda)?',
  ],
  pleasantries: ['hvordan (?:går det|har du det)'],
  greetings: ['hei', 'heisann', 'hallo', 'god (?:dag|morgen|kveld)', 'hadet', 'takk', 'vennligst'],
  identifiers: {
    order: ['ordre', 'bestilling'],
    invoice: ['faktura', 'kreditnota'],
    ticket: ['sak', 'saks', 'henvendelse'],
    tracking: ['sporing', 'pakke', 'sending'],
    return: ['returnummer'],
    customer: ['kunde', 'avtale'],
  },
};
