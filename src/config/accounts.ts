import { ONLY_ACCOUNT, type AccountName } from '../model/caller.ts';
import { InvalidConfiguration } from '../model/errors.ts';
import { didYouMean } from '../model/text/did-you-mean.ts';
import { CallerText, joined, quotation, trusted, type TrustedText } from '../model/text/trusted-text.ts';
import {
  checkSettings,
  givenInObject,
  overlaid,
  type CheckedSettings,
  type Gathered,
  type GivenSettings,
} from './given.ts';
import type { Problems } from './problems.ts';
import { ACCOUNT, ACCOUNT_SETTINGS } from './names.ts';
import type { SettingKey } from './settings.ts';

/** The settings of an account: its own, and those beside the list of accounts. */
export interface AccountSettings extends CheckedSettings {
  readonly name: AccountName;
  /** Whether the file names it. */
  readonly isNamed: boolean;
  readonly file?: string;
  /** Adds problems that name the account. */
  readonly problems: Pick<Problems, 'add'>;
}

/**
 * Returns the accounts that the file names, or the one that `--account` chooses; else the only one. Flags win over an
 * account's own settings, which win over the environment and over what stands beside the list.
 */
export function accountsIn(
  { given, file }: Gathered,
  shared: CheckedSettings,
  chosen: unknown,
  problems: Problems,
  only?: readonly SettingKey[],
): readonly AccountSettings[] {
  const { accounts, sandbox } = shared.values;
  // A list that is wrong is no reason to ask for an account beside it.
  if (accounts === undefined && given.has('accounts') && !sandbox) return [];
  if (accounts === undefined || file === undefined || sandbox) {
    if (chosen !== undefined && accounts === undefined) {
      problems.add(`--${ACCOUNT.flag} is given, but the settings name no accounts.`, 'Leave it out, or list accounts.');
    }
    return [{ ...shared, name: ONLY_ACCOUNT, isNamed: false, problems, ...(file !== undefined && { file }) }];
  }
  const wanted = accounts.filter(({ name }) => chosen === undefined || name === chosen);
  if (wanted.length === 0) {
    const names = accounts.map(({ name }) => name);
    const said = trusted`There is no account "${quotation(CallerText.parse(String(chosen)))}"`;
    problems.add(didYouMean(said, String(chosen), names, { listed: [] }), listed(names));
  }
  const beside = new Map([...shared.given].filter(([key]) => key !== 'accounts'));
  const found = wanted.map(({ name, ...entry }): AccountSettings => {
    const own = problems.under(`Account ${name}: `);
    const merged = withOwn(beside, givenInObject(entry, file, ACCOUNT_SETTINGS, own), own);
    const checked = checkSettings(merged, own, only);
    const wrong = new Map([...shared.wrong, ...checked.wrong]);
    return { ...checked, wrong, name, isNamed: true, file, problems: own };
  });
  refuseSameLogins(found, problems);
  return found;
}

const ADDRESSES: readonly SettingKey[] = ['base_url', 'webhook_base_url'];

/** A password or token beside an address is sent to no other: a flag for such an address is refused. */
function withOwn(shared: GivenSettings, own: GivenSettings, problems: Pick<Problems, 'add'>): GivenSettings {
  const flags = new Map([...shared].filter(([, { from }]) => from === 'flag'));
  for (const key of ADDRESSES.filter((address) => flags.has(address) && own.has(address))) {
    const flag = flags.get(key)?.place;
    const advice = `Leave ${flag} out, or choose the account of that address with --${ACCOUNT.flag}.`;
    problems.add(`${flag} is given, but the account has its own ${key}: its password is sent nowhere else.`, advice);
  }
  return overlaid(overlaid(shared, own), flags);
}

/** Adds a problem for two accounts with one login: each would take the other's share of the requests. */
export function refuseSameLogins(accounts: readonly AccountSettings[], problems: Pick<Problems, 'add'>): void {
  const logins = Map.groupBy(
    accounts,
    ({ values: { base_url: url, email } }) => url && email && `${url.origin}\n${email}`,
  );
  for (const [login, same] of logins) {
    if (login === undefined || same.length === 1) continue;
    const names = same.map(({ name }) => name).join(' and ');
    problems.add(`The accounts ${names} are the same login at the same service.`, 'Leave one of them out.');
  }
}

/** Returns the only one of some accounts. Throws InvalidConfiguration if there are several. */
export function onlyOf<Account extends { readonly name: AccountName }>(accounts: readonly Account[]): Account {
  const [only, ...others] = accounts;
  if (only !== undefined && others.length === 0) return only;
  throw new InvalidConfiguration(
    'The settings name several accounts, and this command needs one of them.',
    trusted`Choose it with --${ACCOUNT.flag}. ${listed(accounts.map(({ name }) => name))}`,
  );
}

function listed(names: readonly AccountName[]): TrustedText {
  const more = names.length > 20 ? trusted` and ${names.length - 20} more` : trusted``;
  return trusted`Accounts: ${joined(names.slice(0, 20), ', ')}${more}.`;
}
