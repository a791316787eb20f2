import { isDeepStrictEqual } from 'node:util';
import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser';
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { PACKAGE_NAME, SERVER_NAME, type HostFile } from './host.ts';

/** A file that stays as it is; the message goes on after its name. */
export class FileStays extends Error {}

/** How a host reads its file, and under which key its servers stand. */
type Layout = Pick<HostFile, 'key' | 'allowsComments'>;

/**
 * Returns the text of a JSON file with the server under `key`, and all else as it was, comments too; `text` is empty where there is no
 * file. Keys that a user added to the entry stay. Throws FileStays, for a server of our name that is not ours, for instance.
 */
export function withServer(text: string, { key, allowsComments = false }: Layout, entry: JsonObject): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const given = text.slice(mark.length);
  const before = given.trim() === '' ? '{}\n' : given;
  const content = contentOf(before, allowsComments);
  const servers = content[key] ?? {};
  if (!isJsonObject(servers)) throw new FileStays(`has something other than an object in "${key}"`);
  const old = servers[SERVER_NAME] ?? {};
  if (!isJsonObject(old) || (Object.keys(old).length > 0 && !isOurs(old))) {
    throw new FileStays('has another server of the same name');
  }
  const whole = { ...old, ...entry };
  const after = applyEdits(before, modify(before, [key, SERVER_NAME], whole, { formattingOptions: layoutOf(before) }));
  // A key that is there twice, for instance: the host would read something else.
  const expected = { ...content, [key]: { ...servers, [SERVER_NAME]: whole } };
  if (!isDeepStrictEqual(contentOf(after, allowsComments), expected)) throw new FileStays('has a key twice');
  return mark + after;
}

/** Whether an entry starts this program. */
function isOurs({ command, cmd, args }: JsonObject): boolean {
  return JSON.stringify([command, cmd, args]).includes(PACKAGE_NAME);
}

function contentOf(text: string, allowsComments: boolean): JsonObject {
  const errors: ParseError[] = [];
  const content: unknown = parse(text, errors, {
    disallowComments: !allowsComments,
    allowTrailingComma: allowsComments,
  });
  if (errors.length > 0) throw new FileStays('is not valid JSON');
  if (!isJsonObject(content)) throw new FileStays('is not a JSON object');
  return content;
}

function layoutOf(text: string): { insertSpaces: boolean; tabSize: number; eol: string } {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const isTab = indent.startsWith('\t');
  return { insertSpaces: !isTab, tabSize: isTab ? 1 : indent.length, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}
