import { codeObserver } from '../../archive/records/observed-codes.ts';
import type { Store } from '../../archive/store.ts';
import { createCodebook } from '../../insights/codes/create-codebook.ts';
import { CODE_NAMES, type CodeSettings } from '../../model/codes.ts';
import { joined, trusted } from '../../model/text/trusted-text.ts';
import { notTried, ok, warning, type Tell } from './finding.ts';

/** Tells which of the service's integer codes have a meaning here, by the settings or by what the archive holds. */
export async function checkCodes(store: Store | undefined, settings: CodeSettings, tell: Tell): Promise<void> {
  if (store === undefined) {
    tell(notTried('codes', 'there is nothing in the archive yet that could tell'));
    return;
  }
  const book = createCodebook(await codeObserver(store.tables)(), settings);
  const seen = CODE_NAMES.filter((name) => book[name].values.size > 0);
  const open = seen.filter((name) => !book[name].settled);
  const settled = seen.length - open.length;
  if (seen.length === 0) {
    tell(notTried('codes', 'no row with a code was read yet'));
  } else if (open.length === 0) {
    tell(ok('codes', trusted`${settled} of ${CODE_NAMES.length} are settled, the rest was not seen yet`));
  } else {
    tell(
      warning(
        'codes',
        trusted`${settled} are settled; open: ${joined(
          open.map((name) => {
            const isLikely = [...book[name].values.values()].some(({ likely }) => likely !== undefined);
            return isLikely ? trusted`${name} (likely meanings are known)` : trusted`${name}`;
          }),
          ', ',
        )}.`,
        'Figures on an open code are told by value. Evidence comes with what is read; chat-operations-mcp setup, or an assistant by record_code_meaning, asks you with examples, and the setting codes settles it.',
      ),
    );
  }
}
