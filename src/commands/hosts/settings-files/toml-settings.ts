import { parse, stringify, TomlError } from 'smol-toml';
import { SERVER_NAME } from '../host.ts';
import { lineEndOf, SettingsUnreadable, type SettingsFormat } from './change.ts';

/** TOML: the entry is a table at the end of the file, and all before it stays as it was written. */
export const TOML_SETTINGS: SettingsFormat = {
  parse: (text) => {
    try {
      // Its objects have no prototype, which is a difference when they are compared.
      return structuredClone(parse(text, { integersAsBigInt: 'asNeeded' }));
    } catch (error) {
      if (!(error instanceof TomlError)) throw error;
      throw new SettingsUnreadable(`is not valid TOML: line ${error.line}, column ${error.column}`);
    }
  },
  written: (content) => stringify(content),
  withEntry: (text, { key }, entry) => {
    const end = lineEndOf(text);
    const table = stringify({ [key]: { [SERVER_NAME]: entry } })
      .replaceAll('\n', end)
      .replace(`[${key}]${end}`, '');
    const separator = text === '' ? '' : `${text.endsWith('\n') ? '' : end}${end}`;
    return `${text}${separator}${table.trimStart()}${table.endsWith(end) ? '' : end}`;
  },
  withValues: (text, { key }, values) => {
    const header = new RegExp(String.raw`^[ \t]*\[[ \t]*${key}[ \t]*\.[ \t]*"?${SERVER_NAME}"?[ \t]*\][^\n]*\n`, 'm');
    const found = header.exec(text);
    if (found === null) return undefined;
    const start = found.index + found[0].length;
    const rest = text.slice(start);
    const length = /^[ \t]*\[/m.exec(rest)?.index ?? rest.length;
    const changed = Object.entries(values).reduce(
      (table: string | undefined, [name, value]) => table && withLine(table, name, stringify({ [name]: value }).trim()),
      rest.slice(0, length),
    );
    return changed && text.slice(0, start) + changed + rest.slice(length);
  },
};

/** A table with a line in place of the one that begins with this name. Nothing where there is none: it may be in another form. */
function withLine(table: string, name: string, line: string): string | undefined {
  const old = new RegExp(String.raw`^([ \t]*)${name}[ \t]*=[^\r\n]*`, 'm');
  return old.test(table) ? table.replace(old, (_, indent: string) => indent + line) : undefined;
}
