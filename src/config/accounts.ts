import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { AccountName } from '../model/caller.ts';
import { InvalidConfiguration } from '../model/errors.ts';
import { didYouMean } from '../model/text/did-you-mean.ts';
import { CallerText, joined, quotation, trusted, type TrustedText } from '../model/text/trusted-text.ts';
import { unlessFlawed, type OnFlaw } from './flaws.ts';
import {
  checkSettings,
  knownKey,
  refuseTwoPasswords,
  type Gathered,
  type GivenSettings,
  type Sources,
} from './given-settings.ts';
import type { SettingKey, SettingValues } from './setting-values.ts';
import { ACCOUNT_FLAG, OF_AN_ACCOUNT, SETTINGS } from './settings.ts';

/** The settings of one of several accounts: its own, and those that it has from beside the list. */
export interface GatheredAccount extends Gathered {
  readonly name: AccountName;
  /** Whether the settings name it; else it is the only one. */
  readonly isNamed: boolean;
  readonly values: SettingValues;
  /** Hands a flaw on, with the name of the account where it has one. */
  readonly onFlaw: OnFlaw;
}

/** A password that lies beside an address is sent nowhere else, and the tokens of bots are neither. */
const ADDRESSES: readonly SettingKey[] = ['base_url', 'webhook_base_url'];
const PASSWORDS: readonly SettingKey[] = ['password', 'password_file'];

/**
 * Returns the accounts that the settings name, or the one of them that a flag chooses; undefined where they name none. Flags win
 * over what an account has of its own; that wins over the environment and over what stands beside the list. `beside` is that,
 * with its values checked.
 */
export function gatherAccounts(
  beside: Gathered,
  { accounts, ...values }: SettingValues,
  { flags }: Sources,
  onFlaw: OnFlaw,
): readonly GatheredAccount[] | undefined {
  const { file } = beside;
  const chosen = z.string().optional().parse(flags[ACCOUNT_FLAG]);
  if (values.sandbox === true || accounts === undefined || file === undefined) {
    if (chosen !== undefined && !beside.given.has('accounts')) onFlaw(noneNamed());
    return undefined;
  }
  const others = new Map([...beside.given].filter(([key]) => key !== 'accounts'));
  const wanted =
    chosen === undefined ? accounts : (unlessFlawed(onFlaw, () => [accountCalled(chosen, accounts)]) ?? accounts);
  return wanted.map(({ name, ...entry }) => {
    const ofAccount = namingAccount(name, onFlaw);
    const own = ownSettings(entry, file, ofAccount);
    for (const key of own.keys()) {
      const flag = others.get(key);
      if (flag?.isFlag !== true) continue;
      if (ADDRESSES.includes(key)) ofAccount(addressTwice(flag.place, key));
      own.delete(key);
    }
    const { password: _, password_file: __, ...shared } = values;
    const hasPassword = PASSWORDS.some((key) => own.has(key));
    const given = new Map([...(hasPassword ? without(others, PASSWORDS) : others), ...own]);
    const checked = { ...(hasPassword ? shared : values), ...checkSettings(own, ofAccount) };
    return { name, isNamed: true, file, given, values: checked, onFlaw: ofAccount };
  });
}

/** Settings as an account has them of its own. */
function ownSettings(entry: Readonly<Record<string, unknown>>, file: TrustedText, onFlaw: OnFlaw): GivenSettings {
  const own: GivenSettings = new Map();
  for (const [key, value] of Object.entries(entry)) {
    const setting = unlessFlawed(onFlaw, () => ownKey(key, file));
    if (setting !== undefined) own.set(setting, { value, from: trusted`${setting} in ${file}`, place: file });
  }
  unlessFlawed(onFlaw, () => refuseTwoPasswords(own));
  return own;
}

/** Throws InvalidConfiguration. */
function ownKey(key: string, file: TrustedText): SettingKey {
  const setting = OF_AN_ACCOUNT.find((one) => one === key);
  if (setting !== undefined) return setting;
  if (!SETTINGS.some((one) => one.key === key)) return knownKey(key, file, OF_AN_ACCOUNT);
  throw new InvalidConfiguration(
    trusted`An account cannot have the setting ${knownKey(key, file)}, which is one of the whole server.`,
    trusted`Put it beside accounts, not into the list, in ${file}.`,
  );
}

function without(given: GivenSettings, keys: readonly SettingKey[]): GivenSettings {
  return new Map([...given].filter(([key]) => !keys.includes(key)));
}

/** Says of each flaw which account has it. */
function namingAccount(name: AccountName, onFlaw: OnFlaw): OnFlaw {
  return ({ message, advice }) => onFlaw(new InvalidConfiguration(trusted`Account ${name}: ${message}`, advice));
}

/** The most names that an error lists. */
const MAX_NAMES = 20;

/** Returns the account of a name. Throws InvalidConfiguration where there is none of it. */
function accountCalled<Account extends { readonly name: AccountName }>(
  chosen: string,
  accounts: readonly Account[],
): Account {
  const found = accounts.find(({ name }) => name === chosen);
  if (found !== undefined) return found;
  const names = accounts.map(({ name }) => name);
  throw new InvalidConfiguration(
    didYouMean(trusted`There is no account "${quotation(CallerText.parse(chosen))}"`, chosen, names, { listed: [] }),
    namesWords(names),
  );
}

/** Words which accounts there are. */
function namesWords(names: readonly AccountName[]): TrustedText {
  const more = names.length - MAX_NAMES;
  const first = joined(names.slice(0, MAX_NAMES), ', ');
  return more > 0 ? trusted`There is: ${first} and ${more} more.` : trusted`There is: ${first}.`;
}

/** Says that one of several accounts has to be chosen. */
export function severalNamed(names: readonly AccountName[]): InvalidConfiguration {
  return new InvalidConfiguration(
    'The settings name several accounts, and this needs one of them.',
    trusted`Choose it with --${ACCOUNT_FLAG}. ${namesWords(names)}`,
  );
}

function noneNamed(): InvalidConfiguration {
  return new InvalidConfiguration(
    trusted`An account is named by --${ACCOUNT_FLAG}, and the settings name none.`,
    'Leave it out, or name accounts in the settings file: see accounts in docs/settings.md.',
  );
}

function addressTwice(flag: TrustedText, key: SettingKey): InvalidConfiguration {
  return new InvalidConfiguration(
    trusted`${flag} is given, and the account has a ${key} of its own: what lies beside that must be sent nowhere else.`,
    trusted`Leave ${flag} out, or name the account of that address with --${ACCOUNT_FLAG}.`,
  );
}

/** What two accounts must not share. */
interface Told {
  readonly name: AccountName;
  readonly values: SettingValues;
}

/**
 * Throws InvalidConfiguration where two accounts are the same login at the same service, since each would take the other's share of
 * its requests; or where they name the same file as their archive, which holds one desk.
 */
export function refuseSameAccounts(accounts: readonly Told[]): void {
  const logins = new Map<string, AccountName>();
  const files = new Map<string, AccountName>();
  for (const { name, values } of accounts) {
    const { base_url: baseUrl, email, archive } = values;
    const login = baseUrl === undefined || email === undefined ? undefined : `${baseUrl.origin}\n${email}`;
    const same = login === undefined ? undefined : taken(logins, login, name);
    if (same !== undefined) {
      throw new InvalidConfiguration(
        trusted`The accounts ${same} and ${name} are the same login at the same service.`,
        'Leave one of them out.',
      );
    }
    const file = archive === undefined ? undefined : fileOf(archive);
    const sharing = file === undefined ? undefined : taken(files, file, name);
    if (sharing !== undefined) {
      throw new InvalidConfiguration(
        trusted`The accounts ${sharing} and ${name} have the same file as their archive, and a file holds one desk.`,
        'Leave archive out, then each has a file of its own; or name another file for one of them, or a PostgreSQL database, which holds any number.',
      );
    }
  }
}

/** Returns who has it already; else it is theirs from now on. */
function taken(owners: Map<string, AccountName>, what: string, name: AccountName): AccountName | undefined {
  const owner = owners.get(what);
  if (owner === undefined) owners.set(what, name);
  return owner;
}

/** Returns the file of an archive, whatever it is called; undefined where it is none. */
function fileOf(archive: string): string | undefined {
  if (archive === 'memory' || URL.parse(archive)?.protocol.startsWith('postgres') === true) return undefined;
  const path = resolve(archive);
  return existsSync(path) ? realpathSync(path) : path;
}
