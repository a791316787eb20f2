import { isMap, isNode, isPair, isScalar, isSeq, parseDocument, stringify, type Document, type YAMLMap } from 'yaml';
import type { JsonObject } from '../../../model/json.ts';
import { SERVER_NAME, type HostSettings } from '../host.ts';
import { lineEndOf, SettingsUnreadable, type SettingsFormat } from './change.ts';

/** YAML: lines are put in where they belong, and all others stay as they were written. */
export const YAML_SETTINGS: SettingsFormat = {
  parse: (text) => {
    try {
      const content: unknown = read(text).toJS({ maxAliasCount: 100 });
      return content;
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error;
      throw new SettingsUnreadable('is not valid YAML: an alias of it cannot be resolved');
    }
  },
  written: (content) => stringify(content, { lineWidth: 0 }),
  withEntry: (text, settings, entry) => {
    const root = read(text).contents;
    const servers = settings.isList === true ? [entry] : { [SERVER_NAME]: entry };
    const whole = { [settings.key]: servers };
    if (root === null) return withLines(text, text.length, whole, 0);
    if (!isMap(root) || root.flow === true) return undefined;
    const top = columnOf(text, root);
    const pair = root.items.find(({ key }) => isScalar(key) && key.value === settings.key);
    if (pair === undefined) return withLines(text, endOf(root), whole, top);
    const { key, value } = pair;
    if (hasNothing(value)) {
      // In place of {}, [], null or ~, or where nothing is.
      const range = isNode(value) ? value.range : undefined;
      const [from, to] = range ?? [endOf(key) + 1, endOf(key) + 1];
      const before = from === to ? text.slice(0, from) : text.slice(0, from).trimEnd();
      return withLines(before + text.slice(to), before.length, servers, top + 2);
    }
    if ((!isMap(value) && !isSeq(value)) || value.flow === true) return undefined;
    return withLines(text, endOf(value), servers, columnOf(text, value));
  },
  withValues: (text, settings, values) => {
    let changed: string | undefined = text;
    for (const [name, value] of Object.entries(values)) {
      changed = changed === undefined ? undefined : withValue(changed, settings, name, value);
    }
    return changed;
  },
};

/** The text with a value in our entry, in the form that YAML and JSON have in common. */
function withValue(text: string, settings: HostSettings, name: string, value: unknown): string | undefined {
  const entry = entryNode(read(text), settings);
  const old = entry?.items.find(({ key }) => isScalar(key) && key.value === name)?.value;
  const range = isNode(old) ? old.range : undefined;
  if (range === undefined || range === null) return undefined;
  const [from, to] = range;
  const tail = text.slice(from, to).endsWith('\n') ? lineEndOf(text) : '';
  return `${text.slice(0, from)}${JSON.stringify(value)}${tail}${text.slice(to)}`;
}

function entryNode({ contents }: Document.Parsed, { key, isList }: HostSettings): YAMLMap | undefined {
  const servers = isMap(contents) ? valueIn(contents, key) : undefined;
  const entry =
    isList === true
      ? isSeq(servers) && servers.items.find((item) => isMap(item) && item.get('name') === SERVER_NAME)
      : isMap(servers) && valueIn(servers, SERVER_NAME);
  return isMap(entry) ? entry : undefined;
}

function valueIn(map: YAMLMap, name: string): unknown {
  return map.items.find(({ key }) => isScalar(key) && key.value === name)?.value;
}

function hasNothing(value: unknown): boolean {
  if (isMap(value) || isSeq(value)) return value.items.length === 0;
  return value === null || (isScalar(value) && value.value === null);
}

/** The text with a block after the line in which a place is. */
function withLines(text: string, place: number, block: JsonObject | readonly JsonObject[], indent: number): string {
  const end = lineEndOf(text);
  const lines = stringify(block, { lineWidth: 0 })
    .trimEnd()
    .split('\n')
    .map((line) => `${' '.repeat(indent)}${line}${end}`)
    .join('');
  const isAtStart = place === 0 || text[place - 1] === '\n';
  const next = isAtStart ? place - 1 : text.indexOf('\n', place);
  const before = next === -1 && !isAtStart ? `${text}${end}` : text.slice(0, next + 1);
  return before + lines + text.slice(before.length);
}

/** The column in which a block begins: of its first key, or of the dash of its first item. */
function columnOf(text: string, node: { readonly range?: readonly number[] | null | undefined }): number {
  const start = node.range?.[0] ?? 0;
  return start - (text.lastIndexOf('\n', start - 1) + 1);
}

/** The place after the last character of a value: blank lines and comments after it are not part of it. */
function endOf(node: unknown): number {
  const last = isMap(node) || isSeq(node) ? node.items.at(-1) : undefined;
  if (isPair(last)) return endOf(last.value ?? last.key);
  if (last !== undefined) return endOf(last);
  return (isNode(node) ? node.range?.[1] : undefined) ?? 0;
}

function read(text: string): Document.Parsed {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error === undefined) return document;
  const [place] = error.linePos ?? [];
  throw new SettingsUnreadable(`is not valid YAML${place ? `: line ${place.line}, column ${place.col}` : ''}`);
}
