import { codeObserver } from '../../archive/records/observed-codes.ts';
import { createCodebook } from '../../insights/codes/create-codebook.ts';
import { CODE_NAMES } from '../../model/codes.ts';
import { joined, trusted } from '../../model/text/trusted-text.ts';
import { countText } from '../../model/words/count.ts';
import type { Context } from './context.ts';
import { ok, skipped, warning, type Finding } from './finding.ts';

/** Finds out which of the service's integer codes have a meaning here, by the settings or by the loaded records. */
export async function checkCodes({ store, account }: Context): Promise<Finding[]> {
  const book = store && createCodebook(await codeObserver(store.tables)(), account.values.codes ?? {});
  const seen = book === undefined ? [] : CODE_NAMES.filter((name) => book[name].values.size > 0);
  if (book === undefined || seen.length === 0) return [skipped('codes', 'no records loaded yet')];
  const unclear = seen.filter((name) => !book[name].settled);
  const known = seen.length - unclear.length;
  if (unclear.length === 0)
    return [ok('codes', trusted`${known} of ${CODE_NAMES.length} known, the rest not seen yet`)];
  return [
    warning(
      'codes',
      trusted`${countText(unclear.length, 'code is', 'codes are')} unclear: ${joined(
        unclear.map((name) => trusted`${name}`),
        ', ',
      )}.`,
      'Figures use the likely meaning where there is one, and say so. Your assistant can ask you (record_code_meaning), and the setting codes settles it.',
    ),
  ];
}
