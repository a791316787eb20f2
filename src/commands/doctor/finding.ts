import { asTrusted, type Trusted, type TrustedText } from '../../model/text/trusted-text.ts';

/** What is checked, in the order in which it is shown. A list or a record has a line of its own only when it fails. */
export const CHECKED = [
  'settings',
  'secrets',
  'time zone',
  'connection',
  'certificate',
  'archive',
  'disk',
  'login',
  'lists',
  'agents',
  'chats',
  'offline messages',
  'visitors',
  'single records',
  'one agent',
  'one chat',
  'one offline message',
  'one visitor',
  'request limit',
  'clock',
  'codes',
  'bots',
] as const;
export type Checked = (typeof CHECKED)[number];

/** `skipped` is no verdict on the thing itself: something else has to be right first, or there is nothing to check. */
export type Verdict = 'ok' | 'warning' | 'problem' | 'skipped';

/** What was found about one thing, and what to do about it. Neither holds a credential or a text of the service. */
export interface Finding {
  readonly check: Checked;
  readonly verdict: Verdict;
  readonly words: TrustedText;
  readonly advice?: TrustedText;
}

export function ok<Words extends string>(check: Checked, words: Trusted<Words>): Finding {
  return { check, verdict: 'ok', words: asTrusted(words) };
}

export function warning<Words extends string, Advice extends string>(
  check: Checked,
  words: Trusted<Words>,
  advice: Trusted<Advice>,
): Finding {
  return { check, verdict: 'warning', words: asTrusted(words), advice: asTrusted(advice) };
}

export function problem<Words extends string, Advice extends string>(
  check: Checked,
  words: Trusted<Words>,
  advice: Trusted<Advice>,
): Finding {
  return { check, verdict: 'problem', words: asTrusted(words), advice: asTrusted(advice) };
}

/** `why` goes on after "skipped: ". */
export function skipped<Why extends string>(check: Checked, why: Trusted<Why>): Finding {
  return { check, verdict: 'skipped', words: asTrusted(why) };
}
