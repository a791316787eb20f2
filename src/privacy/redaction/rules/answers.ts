import {
  behind,
  EDGE,
  either,
  has,
  past,
  type Row,
  sign,
  SPACE,
  token,
  upTo,
  value,
  WORD,
  words,
} from '../reading/pattern.ts';
import { looksMadeUp } from '../reading/looks.ts';
import { hasAny, tokensOf } from '../reading/tokens.ts';
import { isTalk } from '../reading/values.ts';
import { bareCodeAt } from './codes.ts';
import { type Rule, secretsOf } from './rule.ts';

// Answers: to the security question of an account, and to what the other side has just asked for.

/** The end of a question is what is asked, in characters. */
const MAX_QUESTION = 400;
const CAPITALIZED = token(({ kind, text, lower }) => kind === 'word' && /^\p{Lu}\p{L}/u.test(text) && !isTalk(lower));
const NAME = words(1, 3, CAPITALIZED);
const SAID = token(
  (one) => one.kind === 'word' && one.text.length > 2 && !isTalk(one.lower) && !hasAny(one, ['question']),
);
const END = [upTo(3, sign('.!,')), EDGE];
const WITHIN = either([SPACE], [WORD], [sign("'’()")]);
const SIGN = either([sign('-'), sign('>')], [sign(',:=?→')], [has('is')], [has('entering')]);

/** `mother's maiden name? Miller`, `first pet = Rex`. */
const CHALLENGED: readonly Row[] = [[past(24, WITHIN, SIGN, SPACE, NAME)]];
/** What looks made up; and, where the password itself was asked for, one to three words alone. */
const MADE_UP: readonly Row[] = [[value(({ text }) => looksMadeUp(text))]];
const PASSWORD: readonly Row[] = [...MADE_UP, [behind(EDGE), words(1, 3, SAID), ...END]];
const ASKS_WHICH: ReadonlySet<string> = new Set(
  (
    'and und et och og what which whats tell give confirm name wie welches welche nennen sagen geben quel quelle donner indiquer cuál dime indique decir ' +
    'cual qual quale dirmi dire dicci dizer informe informar diga wat welk welke noemen geven jakie podać podanie vad vilket ange uppge ' +
    'säga hvad hvilken hva hvilket oplyse sige'
  ).split(' '),
);
/** A name, or the few words that are the whole answer. */
const ANSWER: readonly Row[] = [
  [behind(SPACE, WORD), NAME],
  [behind(EDGE), words(1, 3, SAID), ...END],
];

/** Finds the answer to a security question in the text that has both. */
export const CHALLENGES: Rule = {
  name: 'answer to a security question',
  at: ['challenge'],
  find: secretsOf(CHALLENGED, 1),
};

/** The rules for a message that follows another author's message, by what that message asks for. */
export function answerRules(question: string): readonly Rule[] {
  const asked = tokensOf(question.slice(-MAX_QUESTION));
  const asks = (...roles: Parameters<typeof hasAny>[1]) => asked.some((one) => hasAny(one, roles));
  if (asks('challenge')) return [answerRule(ANSWER)];
  if (asks('notCode')) return [];
  if (asks('code') || (asks('weakCode') && !asks('count')))
    return [{ name: 'code that was asked for', at: ['group', 'start'], find: bareCodeAt }];
  if (!asks('password', 'short')) return [];
  return [answerRule(asked.some(({ lower }) => ASKS_WHICH.has(lower)) ? PASSWORD : MADE_UP)];
}

function answerRule(rows: readonly Row[]): Rule {
  return { name: 'secret that was asked for', at: ['start'], find: secretsOf(rows) };
}
