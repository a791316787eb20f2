import {
  InvalidArgument,
  PermissionDenied,
  RateLimited,
  UnreadableAnswer,
  WrongCredentials,
} from '../../model/errors.ts';
import { enumerated, joined, trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import { LISTS, type List, type ListOutcomes } from '../doctor/check-service.ts';
import type { Dialogue } from './dialogue.ts';

/** The answers that need a list. */
const NEEDED_BY: Readonly<Record<List, TrustedText>> = {
  agents: trusted`the list of agents, and filters by an agent's name`,
  chats: trusted`lists of chats, figures, changes, topics and searches`,
  'offline messages': trusted`offline messages and their reply times`,
  visitors: trusted`visitors and their countries`,
};

/** Why no server can work with a login. */
export interface LoginProblem {
  readonly words: TrustedText;
  readonly advice: TrustedText;
  /** What can be tried next: another email or password; the same ones again; another address, as this is no such service. */
  readonly next: 'another login' | 'the same login' | 'another address';
  readonly question: string;
}

const AGAIN = 'Try again?';

/** Returns why a login cannot be used; undefined where it may list chats, which most answers need. */
export function loginProblem(lists: ListOutcomes): LoginProblem | undefined {
  const { chats } = lists;
  if ('found' in chats) return undefined;
  const { error } = chats;
  if (error instanceof PermissionDenied) {
    const denied = deniedOf(lists);
    return {
      words: trusted`This login may not list ${listed(denied)}. Most answers need that.`,
      advice: trusted`Use a login with the superadmin permission. With this one, the following would not work: ${neededBy(denied)}.`,
      next: 'another login',
      question: 'Try another login?',
    };
  }
  if (error instanceof WrongCredentials) {
    return {
      words: trusted`Wrong email or password.`,
      advice: trusted`Try them once on the service's website.`,
      next: 'another login',
      question: `${AGAIN} (After three tries setup stops, so that the account is not locked.)`,
    };
  }
  if (error instanceof RateLimited) {
    return {
      words: error.message,
      advice: trusted`Wait ${Math.ceil(error.retry.after)} s, then try again. Something else may be using this login.`,
      next: 'the same login',
      question: AGAIN,
    };
  }
  const isElsewhere = error instanceof UnreadableAnswer && !LISTS.some((list) => 'found' in lists[list]);
  const next = isElsewhere ? 'another address' : 'the same login';
  return { words: error.message, advice: error.advice, next, question: AGAIN };
}

/** The end of a setup that nobody can answer: what is wrong, and what to do. */
export function unattendedEnd({ words, advice }: Pick<LoginProblem, 'words' | 'advice'>): InvalidArgument {
  return new InvalidArgument(words, trusted`${advice} Nothing was written.`);
}

/** Warns of the lists that a login which may list chats cannot read, and of what does not work without them. */
export function warnOfOtherLists(lists: ListOutcomes, dialogue: Dialogue): void {
  const denied = deniedOf(lists);
  if (denied.length > 0) {
    dialogue.warn(
      trusted`This login may not list ${listed(denied)}.`,
      trusted`You can go on, but the following will not work: ${neededBy(denied)}. For these, use a login with the superadmin permission.`,
    );
  }
  for (const list of LISTS) {
    const outcome = lists[list];
    if ('found' in outcome || outcome.error instanceof PermissionDenied) continue;
    dialogue.warn(trusted`Could not list ${list}. ${outcome.error.message}`, outcome.error.advice);
  }
}

function deniedOf(lists: ListOutcomes): List[] {
  return LISTS.filter((list) => {
    const outcome = lists[list];
    return 'error' in outcome && outcome.error instanceof PermissionDenied;
  });
}

/** "chats, offline messages and visitors" */
function listed(lists: readonly List[]): TrustedText {
  const names = lists.map((list) => trusted`${list}`);
  return enumerated(names, 'and');
}

function neededBy(lists: readonly List[]): TrustedText {
  return joined(
    lists.map((list) => NEEDED_BY[list]),
    '; ',
  );
}
