import { keysOf } from '../model/keys-of.ts';
import { namedSetting, PREFIX, type Setting } from './setting.ts';
import { AccountValues, ServerValues, type SettingKey } from './settings.ts';

// Where each setting may stand and what its help says. To make this takes every check, so the bundle has the result in place of this
// module: plain JSON, made when it was built (`scripts/program.ts`). Help needs no check.

/** The settings that each of several accounts may have. */
export const ACCOUNT_SETTINGS = keysOf(AccountValues.shape).map((key) => namedSetting(key, AccountValues.shape[key]));

/** Every setting, in the order of help and documents. */
export const SETTINGS: readonly Setting<SettingKey>[] = [
  ...ACCOUNT_SETTINGS,
  ...keysOf(ServerValues.shape).map((key) => namedSetting(key, ServerValues.shape[key])),
];

// What chooses a file and an account, and is no setting itself.
export const CONFIG = { environment: `${PREFIX}CONFIG`, flag: 'config', value: 'FILE', help: 'JSON file of settings' };
export const ACCOUNT = { flag: 'account', value: 'NAME', help: 'one of the accounts in the settings file' } as const;
