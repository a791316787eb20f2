// Part of `npm run check`: refuses phrases that readers found odd, in all that the program or its documents say. What stands in
// quotation marks, in code or between the boundaries of untrusted text is somebody else's, or typed, and not looked at.
import { globSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { main } from '../src/commands/program.ts';
import { epochMillis } from '../src/model/time/units.ts';

/** The phrases, each with what to write in its place. */
const PHRASES: Readonly<Record<string, string>> = {
  'at hand': 'loaded, stored',
  told: 'shown, said, given',
  tells: 'shows, says',
  whoever: 'name them: the user, the operator',
  mend: 'fix',
  besides: 'also, except',
  'so many': 'give the number, or leave it out',
  'all in all': 'in total',
  'for life': 'lifetime',
  'is none': 'there are no …, say which',
  'a look': 'see, check, read',
};

const ODD = new RegExp(
  String.raw`\b(?:${Object.keys(PHRASES)
    .join('|')
    .replaceAll(' ', String.raw`\s+`)})\b`,
  'gi',
);

const NOT_OURS: readonly RegExp[] = [
  /^ *```[^]*?^ *```$/gm,
  /<untrusted \d+>[^]*?<\/untrusted \d+>/g,
  /`[^`\n]*`/g,
  /“[^”]*”/g,
  /"[^"\n]*"/g,
];

/** The odd phrases of a text, each with its line, counted from 1. */
export function oddPhrases(text: string): { readonly phrase: string; readonly line: number }[] {
  // Line breaks stay, so that lines can be counted.
  const ours = NOT_OURS.reduce(
    (rest, pattern) => rest.replaceAll(pattern, (part) => part.replaceAll(/[^\n]/g, '_')),
    text,
  );
  return [...ours.matchAll(ODD)].map(({ 0: phrase, index }) => ({
    phrase: phrase.replaceAll(/\s+/g, ' ').toLowerCase(),
    line: ours.slice(0, index).split('\n').length,
  }));
}

/** The texts of a document of JSON, one a line. */
function textsOf(json: unknown): string {
  if (typeof json === 'string') return json.replaceAll('\n', ' ');
  return typeof json === 'object' && json !== null ? Object.values(json).map(textsOf).join('\n') : '';
}

/** What the program says when it is asked how it is used, and how each of its commands is. */
async function helps(): Promise<string> {
  const help = async (words: readonly string[]): Promise<string> => {
    const output = new PassThrough();
    const said: string[] = [];
    output.setEncoding('utf8').on('data', (text: string) => said.push(text));
    const streams = { input: new PassThrough(), output, errors: new PassThrough() };
    const untilSignal = () => new Promise<never>(() => {});
    const clock = () => epochMillis(0);
    await main([...words, '--help'], { ...streams, environment: {}, clock, program: undefined, untilSignal });
    const own = said.join('');
    const below = [...own.matchAll(/^ {2}([a-z][a-z-]*) {2}/gm)].map(([, name = '']) => name);
    const further = words.includes('help') || words.includes('settings') ? [] : below;
    return [own, ...(await Promise.all(further.map((name) => help([...words, name]))))].join('\n');
  };
  return help([]);
}

const READ: readonly (readonly [string, (text: string) => string])[] = [
  ['{*.md,docs/**/*.md,test/**/*.golden.txt}', (text) => text],
  ['{manifest.json,test/mcp/protocol/tools/*.json}', (text) => textsOf(JSON.parse(text))],
];

if (import.meta.main) {
  const files = READ.flatMap(([pattern, read]) =>
    globSync(pattern).map((path) => [path, read(readFileSync(path, 'utf8'))] as const),
  );
  const found = [...files, ['the help of the command line', await helps()] as const].flatMap(([path, text]) =>
    oddPhrases(text).map(({ phrase, line }) => `${path}:${line}: “${phrase}”; better: ${PHRASES[phrase]}`),
  );
  if (found.length > 0) process.stdout.write(`${found.join('\n')}\n`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
