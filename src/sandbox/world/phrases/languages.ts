import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import nb from './nb.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import { Phrasebook } from './phrasebook.ts';

export type Language = 'en' | 'de' | 'es' | 'fr' | 'pt' | 'nb' | 'ja' | 'ar';

/** What people say at a shop's chat, by language. */
export const phrasebooks: Readonly<Record<Language, Phrasebook>> = {
  en: Phrasebook.parse(en),
  de: Phrasebook.parse(de),
  es: Phrasebook.parse(es),
  fr: Phrasebook.parse(fr),
  pt: Phrasebook.parse(pt),
  nb: Phrasebook.parse(nb),
  ja: Phrasebook.parse(ja),
  ar: Phrasebook.parse(ar),
};
