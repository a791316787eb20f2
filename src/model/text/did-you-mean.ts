import { closestNames } from './closest.ts';
import { enumerated, joined, trusted, type TrustedText } from './trusted-text.ts';

interface Naming<Name> {
  /** How a name is written in the sentence; as it is, where absent. */
  readonly shown?: (name: Name) => TrustedText;
  /** The names that are listed where none is close; all, where absent. */
  readonly listed?: readonly TrustedText[];
}

/**
 * Says that a name is not valid, and which one is: `There is no tool "list_chat"; did you mean list_chats?` Where none is close, it
 * lists the valid ones: `There is no tool "x". Valid: …`. `said` is what comes before, without a full stop.
 */
export function didYouMean<Name extends TrustedText>(
  said: TrustedText,
  typed: string,
  valid: readonly Name[],
  { shown = (name) => name, listed = valid.map(shown) }: Naming<Name> = {},
): TrustedText {
  const meant = [...new Set(closestNames(typed, valid).map(shown))];
  if (meant.length > 0) return trusted`${said}; did you mean ${enumerated(meant, 'or')}?`;
  return listed.length > 0 ? trusted`${said}. Valid: ${joined(listed, ', ')}.` : trusted`${said}.`;
}
