import { arabic } from './arabic.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { japanese } from './japanese.ts';
import { norwegian } from './norwegian.ts';
import type { Phrasebook } from './phrasebook.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

export type Language = 'en' | 'de' | 'es' | 'fr' | 'pt' | 'nb' | 'ja' | 'ar';

export const phrasebooks: Readonly<Record<Language, Phrasebook>> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  pt: portuguese,
  nb: norwegian,
  ja: japanese,
  ar: arabic,
};
