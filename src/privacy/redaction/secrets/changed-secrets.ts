import { FILLER, type Finding } from '../reading/finding.ts';
import { matchesIn } from '../reading/matches.ts';
import { looksMadeUp, withoutPunctuation } from './secret-looks.ts';
import { isTalk } from './talk-of-secrets.ts';

const token = (name: string) => String.raw`["'“„«(]?(?<${name}>[^\s"'“”„«»()${FILLER}]{4,40})["'”»)]?`;
/** A short word such as "it": whatever else people change, they name. */
const WORDS = String.raw`(?: \p{L}{1,4})?`;
const CHANGING =
  'chang(?:ed|ing|e)|switched|ge(?:ändert|wechselt)|ändert?e?|wechselt?e?|changé|modifié|cambi(?:é|ado|ato|ai|ata|amos)|mud(?:ei|ou|ado)|troquei|alterei|gewijzigd|veranderd|zmieni(?:łem|łam|ono)|endret|byttet|byt(?:te|t)|ändrade|ændrede|skiftede|vaihdoin|muutin|změnil[a]?|zmenil[a]?|(?:meg)?változtat\\p{L}{1,6}|cserélt\\p{L}{1,4}|schimbat|άλλαξα|değiştirdim|(?:по)?менял[аи]?|сменил[аи]?|змінив|змінила|שיניתי|غيرت\\p{L}{0,2}|बदला';
/** A change from one secret to another, in the word order of most languages. */
const FROM_TO = new RegExp(
  String.raw`(?<!\p{L})(?:${CHANGING})${WORDS} (?<from>(?:from|von|vom|de|du|da|dal|van|z|ze|fra|från|από|с|из|з|מ|من) )?${token('old')}(?:-r[őó]l)?,? ?(?:to|into|auf|zu|in|en|à|a|por|para|pra|per|naar|na|til|till|erre:?|la|în|σε|به|את|ל|إلى|الى|->|=>|→|>) ?${token('next')}`,
  'giu',
);
/** `früher Wolke7, jetzt Wolke8`. */
const BEFORE_NOW = new RegExp(
  String.raw`(?<!\p{L})(?:before|previously|old(?: one)?|früher|vorher|alt|avant|ancien(?:ne)?|antes|vieja|prima|vecchia|antiga|vroeger|oud|wcześniej|stare|før|gammel|förut|gammal|ennen|dříve|korábban|régi|înainte|vechi|eski(?:si)?|раньше|было|раніше|以前是?|原来是?|예전)[: ]{1,2}(?:was |is )?${token('old')},?;? ?(?:and |und |et |y |e |en |i )?(?:now|new(?: one)?|jetzt|nun|neu|maintenant|nouve(?:au|lle)|ahora|nueva|adesso|ora|nuova|agora|nova|nu|nieuw|teraz|nowe|nå|ny|nyt|nya|nytt|nyt|teď|most|új|acum|nou|şimdi|yeni(?:si)?|теперь|стало|тепер|现在|지금은?)[: ]{1,2}(?:is |it is )?${token('next')}`,
  'giu',
);

/** An old secret and a new one, where no word says that they are secrets but their looks. */
export function changedSecretsIn(text: string): Finding[] {
  const found: Finding[] = [];
  for (const expression of [FROM_TO, BEFORE_NOW]) {
    for (const { 0: all, index, groups } of matchesIn(expression, text)) {
      const { from, old = '', next: written = '' } = groups ?? {};
      const [one, other] = [withoutPunctuation(old).replace(/-r[őó]l$/u, ''), withoutPunctuation(written)];
      if (
        !looksMadeUp(other) ||
        !/^\p{L}+.*\d/u.test(other) ||
        written.includes('@') ||
        old.includes('@') ||
        isTalk(one) ||
        !(looksMadeUp(one) || (from !== undefined && /^\p{L}{4,}$/u.test(one)))
      )
        continue;
      const first = index + all.indexOf(old);
      const second = index + all.lastIndexOf(written);
      found.push({ kind: 'secret', start: first, end: first + one.length, value: one });
      found.push({ kind: 'secret', start: second, end: second + other.length, value: other });
    }
  }
  return found;
}
