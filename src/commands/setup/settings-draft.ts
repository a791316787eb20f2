import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { applyEdits, modify } from 'jsonc-parser';
import { z } from 'zod';
import { fullPath } from '../../config/files.ts';
import { checkSettings, givenInObject, hasPassword, valueOf, type CheckedSettings } from '../../config/given.ts';
import { Problems, withoutProblems } from '../../config/problems.ts';
import { SETTINGS } from '../../config/names.ts';
import type { SettingKey, Values } from '../../config/settings.ts';
import { InvalidConfiguration } from '../../model/errors.ts';
import { quotable } from '../../model/text/quotable.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { shownSettings, type ShownSetting } from '../doctor/check-settings.ts';
import { copyBeside, writeWhole } from './whole-file.ts';

/** Whatever the file holds, in the order in which it does. */
const Content = z.record(z.string(), z.unknown());

const LAYOUT = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };

/** What a set-up has done to a settings file. */
export interface WrittenSettings {
  /** The copy of the file as it was; undefined where there was none, or nothing to change. */
  readonly backup: string | undefined;
  /** Whether a password stands in that copy. */
  readonly keepsPassword: boolean;
}

/** A settings file that is being set up: what it holds, and what is to be changed of it. Nothing is written before `write`. */
export class SettingsDraft {
  readonly path: string;
  /** Undefined where there is no file yet. */
  readonly #before: string | undefined;
  readonly #content: Record<string, unknown>;
  readonly #heldPassword: boolean;
  readonly #changed = new Set<SettingKey>();

  /** Reads the file, if there is one. Throws InvalidConfiguration for one that is not a JSON object, or names several accounts: it is not touched. */
  constructor(path: string) {
    this.path = resolve(path);
    this.#before = textOf(this.path);
    this.#content = this.#before === undefined ? {} : contentOf(this.#before, this.path);
    if (this.has('accounts')) throw severalIn(this.path);
    this.#heldPassword = this.has('password') || hasPassword(this.textOf('archive'));
  }

  get isNew(): boolean {
    return this.#before === undefined;
  }

  /** What it holds, as doctor shows it: no secret, no value that is wrong; of what is no setting the name alone. */
  get shown(): readonly ShownSetting[] {
    const settings = shownSettings(this.#checked(new Problems()));
    const place = fullPath(this.path);
    const others = Object.keys(this.#content).filter((key) => !SETTINGS.some((one) => one.key === key));
    return [...settings, ...others.map((key) => ({ key: quotable(key), place }))];
  }

  has(key: SettingKey): boolean {
    return this.#content[key] !== undefined;
  }

  /** The text of a setting; undefined where it has none, or something else. */
  textOf(key: SettingKey): string | undefined {
    const value = this.#content[key];
    return typeof value === 'string' ? value : undefined;
  }

  /** Changes a setting, or removes it. */
  set(key: SettingKey, value: unknown): void {
    if (JSON.stringify(this.#content[key]) === JSON.stringify(value)) return;
    if (value === undefined) delete this.#content[key];
    else this.#content[key] = value;
    this.#changed.add(key);
  }

  /** Throws InvalidConfiguration for a key that no setting has: a server would not start. */
  refuseUnknownKeys(): void {
    withoutProblems((problems) => givenInObject(this.#content, this.path, SETTINGS, problems));
  }

  /** Throws InvalidConfiguration for a setting that is wrong: a server would not start. */
  refuseProblems(): void {
    withoutProblems((problems) => this.#checked(problems));
  }

  /** The settings as far as they are right. */
  get values(): Values {
    return this.#checked(new Problems()).values;
  }

  #checked(problems: Problems): CheckedSettings {
    return checkSettings(givenInObject(this.#content, this.path, SETTINGS, problems), problems);
  }

  get hasChanged(): boolean {
    return this.#changed.size > 0;
  }

  /** Writes what has changed, key by key: the rest of the file stays as it is. A copy of it is kept beside. Throws InvalidConfiguration. */
  write(now: number): WrittenSettings {
    if (!this.hasChanged) return { backup: undefined, keepsPassword: false };
    if (textOf(this.path) !== this.#before) throw changedMeanwhile(this.path);
    let text = this.#before ?? '{}';
    for (const key of this.#changed) text = applyEdits(text, modify(text, [key], this.#content[key], LAYOUT));
    // A key that is there twice, for one: what is written would mean something else.
    if (!isDeepStrictEqual(contentOf(text, this.path), { ...this.#content })) throw notChangeable(this.path);
    const backup = copyBeside(this.path, now, 0o600);
    writeWhole(this.path, text.endsWith('\n') ? text : `${text}\n`, 0o600);
    return { backup, keepsPassword: this.#heldPassword };
  }
}

function notChangeable(path: string): InvalidConfiguration {
  return new InvalidConfiguration(
    trusted`The settings file is written in a way that this program does not change: ${fullPath(path)}.`,
    'Look for a key that it has twice, or name another file with --config. Nothing was changed.',
  );
}

/** The new settings were tested together with those that were read: with others they may mean something else. */
function changedMeanwhile(path: string): InvalidConfiguration {
  return new InvalidConfiguration(
    trusted`Something else has changed the settings file since it was read: ${fullPath(path)}.`,
    'Run setup again. Nothing was changed.',
  );
}

/** Returns what is wrong with a value; undefined for a good one. */
export function flawOf(key: SettingKey, value: unknown): string | undefined {
  try {
    valueOf(key, value);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidConfiguration) return error.message.replace(/^The setting \w+ /, 'This ');
    throw error;
  }
}

function textOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new InvalidConfiguration(
      trusted`The settings file cannot be read: ${fullPath(path)}.`,
      'Check its permissions, or name another one with --config. Nothing was changed.',
    );
  }
}

function contentOf(text: string, path: string): Record<string, unknown> {
  try {
    return Content.parse(JSON.parse(text));
  } catch {
    throw new InvalidConfiguration(
      trusted`The settings file is not a JSON object: ${fullPath(path)}.`,
      'Mend it, move it away, or name another one with --config. Nothing was changed.',
    );
  }
}

function severalIn(path: string): InvalidConfiguration {
  return new InvalidConfiguration(
    trusted`The settings file names several accounts, which a set-up leaves as they are: ${fullPath(path)}.`,
    'Edit its list accounts yourself, and check it with doctor. To set up one account in another file: --config FILE.',
  );
}
