import { z } from 'zod';
import rows from './token-forms.json' with { type: 'json' };
import { DASHES } from '../reading/key-blocks.ts';
import { isPlaceholder, looksLikeKey } from '../reading/looks.ts';
import {
  ahead,
  behind,
  EDGE,
  either,
  type Element,
  has,
  like,
  maybe,
  not,
  NUMBER,
  run,
  sign,
  SPACE,
  upTo,
  WORD,
} from '../reading/pattern.ts';
import { type Rule, secretRule } from './rule.ts';

// Keys and tokens that their form gives away, whatever stands around them.

const PREFIX_LENGTH = 2;
/**
 * How keys and tokens begin, as their services publish it, and the fewest characters that follow. What is public by design, such
 * as the publishable keys of Stripe, is not among them.
 */
const FORMS = Map.groupBy(z.array(z.tuple([z.string(), z.number()])).parse(rows), ([prefix]) =>
  prefix.slice(0, PREFIX_LENGTH),
);

function formsOf(text: string) {
  return FORMS.get(text.slice(0, PREFIX_LENGTH)) ?? [];
}

/** Names of things in small letters, such as `sk-rounded-corner-desk`, are no tokens. */
function hasForm(text: string): boolean {
  return formsOf(text).some(
    ([prefix, length]) =>
      text.startsWith(prefix) &&
      text.length >= prefix.length + length &&
      /\d/.test(text.slice(prefix.length)) &&
      !isPlaceholder(text),
  );
}

/** Where a token may begin: not within a word. */
const APART = not(behind(either([WORD], [NUMBER], [sign('_')])));
const BEGINS_AS_FORM: Element = ({ window }, at) =>
  formsOf(window.text(at, at + 1)).length > 0 && !window.isFound(at) ? at : undefined;

/** `4634462264:AA…`, with which a program is a bot of Telegram. */
const BOT = /^\d{8,10}:AA[\w-]{29}/;
/** `$2b$10$…`, `$argon2id$…` (crypt(5)). */
const HASH = /^\$(?:[15678y]|2[abxy]|apr1|argon2[id]{0,2}|pbkdf2|scrypt|md5)\$.{13}/;

/** `commit …`, `etag: …`, `PublicKey = …`: what has a long name of its own and is no secret. */
const IDENTITY =
  /^(?:ids?|hash|commit|etag|nonce|sha|checksum|fingerprint|[ug]uid|serial|digest|integrity|trace|request|ref|public\w*|sitekey)$/i;
const SPACE_OR_QUOTE = upTo(2, either([SPACE], [sign('"\'')]));
const BEHIND_IDENTITY = behind(
  SPACE_OR_QUOTE,
  maybe(sign(':=')),
  SPACE_OR_QUOTE,
  maybe(NUMBER),
  either([has('openKey')], [like(IDENTITY)]),
);
/** At least five tokens: not a word of prose. */
const LONG: Element = ({ window }, at) => (window.endOfChunk(at) - at >= 4 ? at : undefined);
const CLOSING = '"\'`)]}>*,;!?:.';
const UNNAMED = [
  LONG,
  upTo(2, sign('([{*<')),
  not(BEHIND_IDENTITY),
  run('+/_.-=', looksLikeKey),
  upTo(3, sign(CLOSING)),
  either([SPACE], [EDGE]),
];

export const TOKEN_FORMS: readonly Rule[] = [
  {
    name: 'private key',
    at: ['begin'],
    find: (window) => {
      const to = window.blockEnd();
      return to === undefined ? [] : [{ kind: 'secret', from: -DASHES, to, value: '', certain: true }];
    },
  },
  secretRule(
    'token of a bot',
    ['number'],
    [[not(behind(sign('_'))), ahead(like(/^\d{8}/)), run(':-_', (text) => BOT.test(text))]],
  ),
  secretRule('form of a token', ['word', 'number'], [[BEGINS_AS_FORM, APART, run('-_.~+/=%$', hasForm)]]),
  secretRule('hash of a password', ['$'], [[run('./$=,+-_', (text) => HASH.test(text))]]),
  secretRule('key without a word', ['start'], [UNNAMED], false),
];
