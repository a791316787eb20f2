import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';

// A view is one page with nothing beside it: hosts show it in a frame that may load nothing.

const folder = join(import.meta.dirname, '..', 'src', 'views');
const NAMES = ['chat', 'desk', 'triage'];

/** Bundles the app to a page for each view: its text by its name, and of what it is made. */
export async function buildViews(): Promise<{
  readonly pages: ReadonlyMap<string, string>;
  readonly metafile: Metafile;
}> {
  const pages = new Map<string, string>();
  const metafile: Metafile = { inputs: {}, outputs: {} };
  for (const name of NAMES) {
    const { outputFiles, metafile: ofOne } = await built(name);
    const written = (end: string): string => outputFiles.find(({ path }) => path.endsWith(end))?.text.trim() ?? '';
    pages.set(name, page(name, written('.js'), written('.css')));
    Object.assign(metafile.inputs, ofOne.inputs);
    Object.assign(metafile.outputs, ofOne.outputs);
  }
  return { pages, metafile };
}

/** The app with one of its views alone: what the others are made of is left out. */
async function built(view: string) {
  return build({
    absWorkingDir: join(folder, '..', '..'),
    entryPoints: [join(folder, 'app.tsx')],
    outfile: join(folder, `${view}.js`),
    define: { VIEW: JSON.stringify(view) },
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    // Browsers of the last two years: what hosts are made of is newer.
    target: ['chrome123', 'firefox128', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
  });
}

/** Returns the text of a page. Throws where script or style would end their element, or hide its end: such a text is written otherwise. */
export function page(name: string, script: string, style: string): string {
  if (/<\/script|<!--/i.test(script)) throw new Error(`The script of the view ${name} has what ends its element`);
  if (/<\/style|<!--/i.test(style)) throw new Error(`The style of the view ${name} has what ends its element`);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Chat operations: ${name}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<main id="view"></main>',
    `<script type="module">${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
