import type { Reply } from '../model/decided-here.ts';

/**
 * What the server knows of the question that a call is about, from before the call: `unnamed` where the call brings a reply
 * without a state, or a state without a reply. A question that has a reply is closed, whatever that led to.
 */
export type KnownQuestion = 'none' | 'unnamed' | 'never_asked' | 'too_old' | 'too_many' | 'open' | Reply;

/** All that decides what happens to a call that needs a yes. */
export interface Circumstances {
  readonly question: KnownQuestion;
  /** The reply that the call brings. */
  readonly reply: Reply | undefined;
  /** Whether the question was about exactly what this call would do. */
  readonly isAboutThis: boolean;
  /** Whether the app says that it can show questions. */
  readonly canBeAsked: boolean;
  /** Whether it takes a yes also where the app cannot show questions (`required`). */
  readonly confirm: 'host' | 'required';
}

/**
 * What happens: `act` on a yes, `act_unasked`, `ask` the user, `decline` because of a no, or `repeat` what the first reply came
 * to. Each of the others ends the call, and says why nothing happens.
 */
export type Ruling = 'act' | 'act_unasked' | 'ask' | 'decline' | 'repeat' | Refusal;

/** Why nothing happens without a no. */
export type Refusal =
  | 'cannot_ask'
  | 'no_reply'
  | 'about_another'
  | Extract<KnownQuestion, 'never_asked' | 'too_old' | 'too_many'>;

/**
 * The rule of consent. A reply goes before what the app says it can do. Only the first reply to an open question allows anything,
 * and only what was asked. Without a yes, something happens only where the call brings nothing of a question, the app cannot show
 * one, and none is required.
 */
export function rulingOn({ question, reply, isAboutThis, canBeAsked, confirm }: Circumstances): Ruling {
  if (reply === undefined) {
    if (canBeAsked) return 'ask';
    if (confirm === 'required') return 'cannot_ask';
    return question === 'none' ? 'act_unasked' : 'no_reply';
  }
  switch (question) {
    case 'none':
    case 'unnamed':
      if (reply !== 'accepted') return 'decline';
      return canBeAsked ? 'ask' : 'never_asked';
    case 'never_asked':
    case 'too_old':
    case 'too_many':
      return question;
    case 'open':
      if (!isAboutThis) return 'about_another';
      return reply === 'accepted' ? 'act' : 'decline';
    case 'accepted':
    case 'declined':
    case 'dismissed':
      return isAboutThis ? 'repeat' : 'about_another';
  }
}
