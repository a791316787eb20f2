import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { fullPath } from '../../config/files.ts';
import { checkSettings, givenInObject, hasPassword, valueOf, type CheckedSettings } from '../../config/given.ts';
import { Problems, withoutProblems } from '../../config/problems.ts';
import { SETTINGS } from '../../config/names.ts';
import type { SettingKey, Values } from '../../config/settings.ts';
import { InvalidConfiguration } from '../../model/errors.ts';
import { quotable } from '../../model/text/quotable.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { shownSettings, type ShownSetting } from '../doctor/settings.ts';
import { copyBeside, writeWhole } from './whole-file.ts';

/** Whatever the file holds, in its order. */
const Content = z.record(z.string(), z.unknown());

/** A settings file that is being set up: what it holds, and what is to be changed of it. Nothing is written before `write`. */
export class SettingsFile {
  readonly path: string;
  /** Undefined if there is no file yet. */
  readonly #before: string | undefined;
  readonly #content: Record<string, unknown>;
  readonly #heldPassword: boolean;
  #hasChanged = false;

  /** Reads the file, if there is one. Throws InvalidConfiguration for one that is not a JSON object, or names several accounts. */
  constructor(path: string) {
    this.path = resolve(path);
    this.#before = textOf(this.path);
    this.#content = this.#before === undefined ? {} : contentOf(this.#before, this.path);
    if (this.#content['accounts'] !== undefined) throw severalIn(this.path);
    this.#heldPassword = this.#content['password'] !== undefined || hasPassword(this.textOf('archive'));
  }

  get isNew(): boolean {
    return this.#before === undefined;
  }

  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  /** What it holds, as doctor shows it: no secret, no value that is wrong; of what is no setting the name alone. */
  get shown(): readonly ShownSetting[] {
    const settings = shownSettings(this.#checked(new Problems()));
    const place = fullPath(this.path);
    const others = Object.keys(this.#content).filter((key) => !SETTINGS.some((one) => one.key === key));
    return [...settings, ...others.map((key) => ({ key: quotable(key), place }))];
  }

  /** The settings as far as they are right. */
  get values(): Values {
    return this.#checked(new Problems()).values;
  }

  /** The text of a setting; undefined if it has none, or something else. */
  textOf(key: SettingKey): string | undefined {
    const value = this.#content[key];
    return typeof value === 'string' ? value : undefined;
  }

  /** Changes a setting, or removes it. */
  set(key: SettingKey, value: unknown): void {
    if (JSON.stringify(this.#content[key]) === JSON.stringify(value)) return;
    if (value === undefined) delete this.#content[key];
    else this.#content[key] = value;
    this.#hasChanged = true;
  }

  /** Throws InvalidConfiguration for a key that no setting has: a server would not start. */
  refuseUnknownKeys(): void {
    withoutProblems((problems) => givenInObject(this.#content, this.path, SETTINGS, problems));
  }

  /** Throws InvalidConfiguration for a setting that is wrong: a server would not start. */
  refuseProblems(): void {
    withoutProblems((problems) => this.#checked(problems));
  }

  /**
   * Writes the file as a whole. Returns the copy of it as it was, if there was one, and whether a password stands in that copy. Throws
   * InvalidConfiguration if something else has changed the file: the new settings were tested together with those that were read.
   */
  write(now: number): { readonly copy?: string | undefined; readonly keepsPassword: boolean } {
    if (textOf(this.path) !== this.#before) {
      throw new InvalidConfiguration(
        trusted`Something else has changed the settings file since it was read: ${fullPath(this.path)}.`,
        'Run setup again. Nothing was changed.',
      );
    }
    const copy = copyBeside(this.path, now, 0o600);
    writeWhole(this.path, `${JSON.stringify(this.#content, null, 2)}\n`, 0o600);
    return { copy, keepsPassword: this.#heldPassword };
  }

  #checked(problems: Problems): CheckedSettings {
    return checkSettings(givenInObject(this.#content, this.path, SETTINGS, problems), problems);
  }
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
      'Fix it, move it away, or name another one with --config. Nothing was changed.',
    );
  }
}

function severalIn(path: string): InvalidConfiguration {
  return new InvalidConfiguration(
    trusted`The settings file names several accounts, which setup leaves as they are: ${fullPath(path)}.`,
    'Edit its list accounts yourself, and check it with doctor. To set up one account in another file: --config FILE.',
  );
}
