import type { Steps } from '../../../model/slices.ts';
import { each, type Token } from './tokens.ts';
import type { Role } from './vocabulary.ts';

/** Digits that stand together: a number, several with letters in place of digits, or a spelled digit. */
export interface Group {
  readonly digits: string;
  /** Indexes of its tokens. */
  readonly first: number;
  readonly last: number;
  /** What stands between this group and the previous one; undefined if it is too long for one number. */
  readonly gap: string | undefined;
  readonly isSpelled: boolean;
}

/** The longest gap between the groups of one number, in characters. */
const MAX_GAP = 3;

/** Puts the digits of a text into groups, and notes at each token to which group it belongs. */
export function* groupsOf(tokens: readonly Token[]): Steps<Group[]> {
  const groups: Group[] = [];
  let gap: string | undefined;
  let open: { digits: string; readonly first: number; readonly gap: string | undefined } | undefined;
  const end = (last: number) => {
    if (open !== undefined) groups.push({ ...open, last, isSpelled: false });
    open = undefined;
  };
  yield* each(tokens, (token, index) => {
    token.group = groups.length;
    if (token.digits !== '') {
      open ??= { digits: '', first: index, gap };
      open.digits += token.digits;
      gap = '';
      return;
    }
    end(index - 1);
    const digits = spelledDigit(token);
    token.group = digits === undefined ? -1 : groups.length;
    if (digits !== undefined) {
      groups.push({ digits, first: index, last: index, gap, isSpelled: true });
      gap = '';
    } else if (gap !== undefined) {
      const isTooMuch = token.kind === 'word' || token.kind === 'mark' || gap.length + token.text.length > MAX_GAP;
      gap = isTooMuch ? undefined : gap + token.text;
    }
  });
  end(tokens.length - 1);
  return groups;
}

/** What the words for digits say; `×2` for "double". */
const SPELLED: ReadonlyMap<Role, string> = new Map([
  ['double', '×2'],
  ['triple', '×3'],
  ['hundred', '00'],
  ['digit0', '0'],
  ['digit1', '1'],
  ['digit2', '2'],
  ['digit3', '3'],
  ['digit4', '4'],
  ['digit5', '5'],
  ['digit6', '6'],
  ['digit7', '7'],
  ['digit8', '8'],
  ['digit9', '9'],
]);

export function spelledDigit({ roles }: Token): string | undefined {
  if (roles.size === 0) return undefined;
  for (const role of roles) {
    const digits = SPELLED.get(role);
    if (digits !== undefined) return digits;
  }
  return undefined;
}

/** The roles of the words for single digits. */
export const DIGIT_ROLES: readonly Role[] = [...SPELLED.keys()].filter((role) => role.startsWith('digit'));
