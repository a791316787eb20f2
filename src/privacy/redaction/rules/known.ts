import { phoneIdentity } from '../../../model/person.ts';
import type { ContactForms } from '../contact-forms.ts';
import {
  matchAt,
  matchBefore,
  maybe,
  not,
  past,
  type Row,
  sign,
  SPACE,
  token,
  word,
  WORD_OR_NUMBER,
} from '../reading/pattern.ts';
import { hasAny, isSpace } from '../reading/tokens.ts';
import type { Window } from '../reading/window.ts';
import type { Finding, Rule } from './rule.ts';

/** Signs between the digits of a disguised number. */
const GAP = /^[ \t\n\-./()_~·•|,*:+]*$/;
/** What may stand between two pieces of an address: ` ( at ) `. */
const BETWEEN = token(
  (one) =>
    isSpace(one) ||
    hasAny(one, ['at', 'looseAt', 'dot', 'dash']) ||
    (one.kind === 'sign' && ".@()[]{}<>_*#~|&;+-'%".includes(one.text.charAt(0))),
);
const MAX_BETWEEN = 5;

/** Rules for the known contact of the person: found in any spelling, and before other values. */
export function knownValues(contact: ContactForms): readonly Rule[] {
  return [
    { name: 'known email', at: ['@', 'at', 'looseAt', 'tightAt'], find: emailRule(contact) },
    { name: 'known phone', at: ['group'], find: (window) => phoneAt(window, contact) },
  ];
}

function emailRule({ email: value, pieces: { lead, name, host } }: ContactForms): Rule['find'] {
  if (value === undefined || host.length === 0) return () => [];
  const behind: Row = [...apart(host), not(maybe(sign('.-')), WORD_OR_NUMBER)];
  const before: Row = [...apart(name.toReversed()), not(WORD_OR_NUMBER), ...lead.toReversed().map((one) => word(one))];
  return (window) => {
    if (window.has(0, 'tightAt') && !window.is(-1, '([{')) return [];
    const right = matchAt(window, behind, 1);
    const left = right && matchBefore(window, before);
    return left === undefined ? [] : [{ kind: 'email', from: left.from, to: right?.to ?? 0, value, known: true }];
  };
}

function apart(pieces: readonly string[]): Row {
  return pieces.map((piece) => past(MAX_BETWEEN, BETWEEN, word(piece)));
}

function phoneAt(window: Window, { phone }: ContactForms): Finding[] {
  if (phone === undefined || window.group(0)?.first !== window.place) return [];
  const { value, national, forms } = phone;
  let digits = '';
  for (let offset = 0; ; offset += 1) {
    const group = window.group(offset);
    if (group === undefined || (offset > 0 && (group.gap === undefined || !GAP.test(group.gap)))) return [];
    digits += group.digits;
    if (!forms.some((form) => form.startsWith(digits))) return [];
    if (!forms.includes(digits)) continue;
    const [from, to] = [openingBefore(window), group.last - window.place];
    return [{ kind: 'phone', from, to, value, identity: phoneIdentity(national), known: true }];
  }
}

const OPENING: Row = [maybe(sign('(')), maybe(maybe(SPACE), sign('+'), maybe(sign('(')))];

/** The offset where a number begins with its plus sign or parenthesis. */
export function openingBefore(window: Window): number {
  return matchBefore(window, OPENING)?.from ?? 0;
}
