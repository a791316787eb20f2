import { asTrusted, type Trusted, type TrustedText } from '../../model/text/trusted-text.ts';

/** What is checked, in the order in which it is told. */
export const CHECKS = [
  'settings',
  'secrets',
  'time zone',
  'name',
  'connection',
  'certificate',
  'archive',
  'disk',
  'login',
  'agents',
  'chats',
  'offline messages',
  'visitors',
  'one agent',
  'one chat',
  'one offline message',
  'one visitor',
  'limit',
  'clock',
  'codes',
  'bots',
  'version',
] as const;
export type Check = (typeof CHECKS)[number];

/** `not tried` is no verdict on the thing itself: something else has to be right first, or there is nothing to try. */
export type Verdict = 'ok' | 'warning' | 'wrong' | 'not tried';

/** What was found about one thing, and what to do about it. Neither holds a credential or a text of the service. */
export interface Finding {
  readonly check: Check;
  readonly verdict: Verdict;
  readonly words: TrustedText;
  readonly advice?: TrustedText;
}

/** Is told each finding as soon as it is known. */
export type Tell = (finding: Finding) => void;

export function ok<Words extends string>(check: Check, words: Trusted<Words>): Finding {
  return { check, verdict: 'ok', words: asTrusted(words) };
}

export function warning<Words extends string, Advice extends string>(
  check: Check,
  words: Trusted<Words>,
  advice: Trusted<Advice>,
): Finding {
  return { check, verdict: 'warning', words: asTrusted(words), advice: asTrusted(advice) };
}

export function wrong<Words extends string, Advice extends string>(
  check: Check,
  words: Trusted<Words>,
  advice: Trusted<Advice>,
): Finding {
  return { check, verdict: 'wrong', words: asTrusted(words), advice: asTrusted(advice) };
}

/** `why` goes on after "not tried: ". */
export function notTried<Why extends string>(check: Check, why: Trusted<Why>): Finding {
  return { check, verdict: 'not tried', words: asTrusted(why) };
}
