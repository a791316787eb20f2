import { BEING, BEING_USED } from './cue-words.ts';
import { contextBefore, contextBehind, type Finding } from '../reading/finding.ts';
import { looksMadeUp } from './secret-looks.ts';
import type { Announcement } from './spoken-secrets.ts';
import { isTalk } from './talk-of-secrets.ts';

const MAX_LENGTH = 96;
const IS = `(?:${BEING.join('|')}|was|were)`;
/** Words for the owner. */
const MINE =
  'my|our|mein\\p{L}{0,2}|unser\\p{L}{0,2}|mon|notre|mi|nuestra|mia|nostra|minha|nossa|mijn|ons|moje|nasze|mitt|mit|vårt|vores|min|minun|mé|az?|mea|mevcut|eski|мой|наш|мій';
const QUOTED = String.raw`["“„«»‘”]\s?(?<quoted>[^"“”„«»‘’\n]{4,64}?)\s?["“”»«’]`;
const QUOTES = /["“„«»‘”]/;
const WORDS = String.raw`(?: [\p{L}'’]{1,14}){0,4}`;

/** `"la casa azul" como contraseña`, `"blue horse" is my password`. */
const QUOTED_BEFORE = new RegExp(String.raw`${QUOTED},? (?:${IS}|${BEING_USED})${WORDS} $`, 'iu');
/** `marmalade is my password`, `Is marmalade a bad password?`: at the beginning of a sentence. */
const WORD_BEFORE = new RegExp(
  String.raw`(?:^|[.,!?:;] )(?:not )?(?<word>[\p{L}_-]{5,24}!?) (?:${IS}(?: [\p{L}'’]{1,10})? (?:${MINE})(?: [\p{L}'’]{1,14}){0,2}|ist (?:doch )?kein[^.,!?]{0,20}) $`,
  'iu',
);
/** `Is marmalade a bad password?` */
const ASKED = /(?:^|[.,!?:;] )(?:is|was|isn't) (?<word>[\p{L}_-]{5,24}!?) a(?: \p{L}{3,10})? $/iu;
/** `password “two words”`, but not the name of a button. */
const QUOTED_BEHIND = new RegExp(
  String.raw`^ (?:[\(\[])?${QUOTED}(?! ?(?:link|button|field|page|screen|box|option|message|error|fehler|knopf|lien|bouton|enlace|botón|seite|menu|tab))`,
  'iu',
);
/** `password [first] and (second)`. */
const ALSO =
  /^[\])"'”»]{1,2},? (?:and|or|und|oder|et|ou|y|o|e|en|i|og|och|ja|a|és|și|ve|и) [[("'“«]([^\s\])"'”»]{4,32})[\])"'”»]/u;

/** Secrets of ordinary words: only where a sentence says what they are. */
export function plainWordSecretsIn(
  text: string,
  announcements: readonly Announcement[],
  found: readonly Finding[],
): Finding[] {
  const plain: Finding[] = [];
  const push = (start: number, value: string) => {
    if (value.split(' ').every(isTalk) || /^(?:forgot|change|reset|show|remember|log ?in|sign ?in)/i.test(value))
      return;
    plain.push({ kind: 'secret', start, end: start + value.length, value });
  };
  let behind = 0;
  for (const { kind, start, end } of announcements) {
    if (kind !== 'password') continue;
    const before = contextBefore(text, start, MAX_LENGTH);
    const isApart = before.endsWith(' ');
    const quoted = isApart && QUOTES.test(before) ? QUOTED_BEFORE.exec(before) : null;
    const place = start - before.length;
    if (quoted?.groups?.['quoted'] !== undefined) {
      push(place + quoted.index + quoted[0].indexOf(quoted.groups['quoted']), quoted.groups['quoted']);
    }
    const word = isApart ? (WORD_BEFORE.exec(before) ?? ASKED.exec(before)) : null;
    const written = word?.groups?.['word'];
    if (
      word !== null &&
      written !== undefined &&
      place + word.index >= behind &&
      !isTalk(written) &&
      !OF_TALK.test(written)
    ) {
      push(place + word.index + word[0].indexOf(written), written);
    }
    behind = end;
    const next = contextBehind(text, end, MAX_LENGTH);
    const ahead = next.startsWith(' ') ? QUOTED_BEHIND.exec(next) : null;
    const value = ahead?.groups?.['quoted'];
    if (ahead !== null && value !== undefined && (/[ \d]/.test(value) || looksMadeUp(value)))
      push(end + ahead[0].indexOf(value), value);
  }
  for (const { end } of found) {
    const also = ALSO.exec(text.slice(end, end + 48));
    if (also?.[1] !== undefined)
      plain.push({
        kind: 'secret',
        start: end + also[0].indexOf(also[1], 3),
        end: end + also[0].indexOf(also[1], 3) + also[1].length,
        value: also[1],
      });
  }
  return plain;
}

/** Words before "is the password" that people ask by, and that are not the password. */
const OF_TALK =
  /^(?:what['’]?s?|which|where|there|this|that|these|those|here|below|above|after|before|maybe|perhaps|because|since|while|until|another|nothing|something|everything|anything|someone|somebody|reason|problem|issue|question|thing|hello|please|thanks|password|passwords|passwort|account|website|system|server|error|message|login|dieses|dies|hier|warum|welches|etwas|vielleicht|problem|frage|cette|celui|celle|voici|voilà|quelle?|problème|votre|notre|aquí|aquella|cuál|quizás|problema|quella|questa|questo|quale|forse|aquela|qual|talvez|welk|waarom|misschien|dette|denne|hvilket|detta|vilket|kanskje|gdzie|jakie|jaki|dlaczego|może|amely|melyik|ezért|care|aceasta|acesta|hangi|neden|какой|почему|может|toto|který|tämä|mikä|email|e-mail|support|agent|customer|service|technician|neither|either|both|wrong|invalid|incorrect|using|having|getting|changing|resetting)$/iu;
