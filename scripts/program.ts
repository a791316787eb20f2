import { globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { z } from 'zod';
import { licencesOf } from './licences.ts';
import { buildViews } from './views.ts';

const root = join(import.meta.dirname, '..');
const source = (path: string): string => join(root, 'src', path);

/** CommonJS packages look for what they need themselves, and ES modules have no `require`. */
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;

/** Zod tells its own errors in fifty languages, and nothing here asks for any but English. */
const englishOnly: Plugin = {
  name: 'english only',
  setup: (building) => {
    building.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
    }));
  },
};

/** The options with which everything is bundled. */
export const OPTIONS = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.19',
  // The vocabularies of redaction are of many scripts, and would be three times as long in escapes.
  charset: 'utf8',
  minifyWhitespace: true,
  minifySyntax: true,
  banner: { js: REQUIRE },
  // Neither is installed: `pg` tries the one where somebody asks for it, and the other within Cloudflare's workers.
  external: ['pg-native', 'pg-cloudflare'],
  // Its other form requires its parts in a way that no bundler can follow.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  logLevel: 'warning',
  plugins: [englishOnly],
} satisfies BuildOptions;

/** Puts what is required when it is used first into the bundle, too, as soon as `require` is the bundler's own. */
const requiredLate: Plugin = {
  name: 'required late',
  setup: (building) => {
    building.onLoad({ filter: /[\\/]numbering-plans\.ts$/ }, ({ path }) => {
      const own = 'const require = createRequire(import.meta.url);';
      const text = readFileSync(path, 'utf8');
      if (!text.includes(own)) throw new Error(`${path} requires in another way than the bundle knows`);
      return { contents: text.replace(own, ''), loader: 'ts' };
    });
  },
};

/** Commander starts programs of their own for commands that have one, and none of ours has; Node.js takes its time to load that. */
const noPrograms: Plugin = {
  name: 'no programs for commands',
  setup: (building) => {
    building.onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path, namespace: 'nothing' } : undefined,
    );
    building.onLoad({ filter: /^/, namespace: 'nothing' }, () => ({ contents: 'export default {};' }));
  },
};

/** The modules whose exports are made once, when the program is built: they are the same at each start. */
const MADE_ONCE = ['mcp/catalogue.ts', 'config/names.ts'];

/** In place of these modules: their exports, as JSON. */
const madeOnce: Plugin = {
  name: 'made once',
  setup: (building) => {
    for (const path of MADE_ONCE) {
      const exported = exportsOf(path);
      building.onLoad({ filter: new RegExp(`[\\\\/]${path.replaceAll('/', '[\\\\/]')}$`) }, async () => ({
        contents: Object.entries(await exported)
          .map(([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`)
          .join('\n'),
      }));
    }
  },
};

/** What a host starts with every session, and what it loads to serve. */
const START = source('commands/stdio.ts');
/** What shows help and the version, which need nothing of that. */
const COMMAND_LINE = source('commands/command-line/command-line.ts');

/**
 * Puts what a start loads into a few large files in place of forty small ones: each takes a host some tenths of a millisecond. The bundler
 * puts modules into one file when the same entries need them. So everything that is loaded later needs the start, which is loaded by then.
 */
const startTogether: Plugin = {
  name: 'start together',
  setup: (building) => {
    building.onResolve({ filter: /^\..*\.ts$/ }, ({ kind, path, resolveDir }) => {
      const target = join(resolveDir, path);
      if (kind !== 'dynamic-import' || target === START || target === COMMAND_LINE) return undefined;
      return { path: target, namespace: 'late' };
    });
    building.onLoad({ filter: /^/, namespace: 'late' }, ({ path }) => ({
      contents: `import ${JSON.stringify(START)}; export * from ${JSON.stringify(path)};`,
      resolveDir: dirname(path),
    }));
  },
};

const { resolve } = createRequire(import.meta.url);

/** What charts are drawn with and is no module, by its name beside the program. */
const CHART_FILES = {
  'dejavu-sans.ttf': resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  'resvg.wasm': resolve('@resvg/resvg-wasm/index_bg.wasm'),
};

/** In place of the module that knows where packages have these files: where the program has them. */
const chartFiles: Plugin = {
  name: 'chart files',
  setup: (building) => {
    building.onLoad({ filter: /[\\/]charts[\\/]png[\\/]assets\.ts$/ }, () => ({
      contents: `
        export const WORKER_FILE = new URL('./charts-worker.js', import.meta.url);
        export const FONT_FILE = new URL('./charts/dejavu-sans.ttf', import.meta.url);
        export const RESVG_FILE = new URL('./charts/resvg.wasm', import.meta.url);`,
    }));
  },
};

/** What a module of the sources exports. */
async function exportsOf(path: string): Promise<Readonly<Record<string, unknown>>> {
  const folder = mkdtempSync(join(tmpdir(), 'made-once-'));
  try {
    const outfile = join(folder, 'module.mjs');
    const entryPoints = [source(path)];
    await build({ ...OPTIONS, entryPoints, outfile, plugins: [...OPTIONS.plugins, requiredLate] });
    return z.record(z.string(), z.unknown()).parse(await import(pathToFileURL(outfile).href));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The thread that makes pixels of charts: a program of its own, of which no other part has a use. */
function buildDrawing(folder: string) {
  return build({
    ...OPTIONS,
    entryPoints: { 'charts-worker': source('charts/png/worker.ts') },
    outdir: folder,
    write: false,
    metafile: true,
    minify: true,
    plugins: [...OPTIONS.plugins, chartFiles],
  });
}

/** Files of earlier builds are kept so long: a server that runs still loads some of them. */
const KEPT_MILLIS = 86_400_000;

/**
 * Makes the program as it is published in a folder: split ES modules, the files that browsers get as they are, the views, and the licences
 * of what is in it. It starts at `main.js`, which is written last, so that whoever starts it meanwhile has one or the other.
 */
export async function buildProgram(folder: string): Promise<void> {
  const { outputFiles, metafile } = await build({
    ...OPTIONS,
    entryPoints: [source('main.ts')],
    outdir: folder,
    write: false,
    splitting: true,
    metafile: true,
    plugins: [...OPTIONS.plugins, requiredLate, noPrograms, chartFiles, madeOnce, startTogether],
  });
  const drawing = await buildDrawing(folder);
  const { pages, metafile: views } = await buildViews();
  const outputs = [...outputFiles, ...drawing.outputFiles];
  const of = {
    inputs: { ...metafile.inputs, ...drawing.metafile.inputs, ...views.inputs },
    outputs: { ...metafile.outputs, ...drawing.metafile.outputs, ...views.outputs },
  };
  const bundled = Object.values(of.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput === 0 ? [] : path)),
  );
  const chartInputs = Object.values(CHART_FILES).map((path) => relative(root, path));
  const browsers = globSync('sandbox/*/browser/*.{js,css,html}', { cwd: join(root, 'src') });
  const files = new Map<string, string | Uint8Array>([
    ...browsers.map((file) => [join(folder, 'browser', basename(file)), readFileSync(source(file))] as const),
    ...[...pages].map(([name, page]) => [join(folder, 'views', `${name}.html`), page] as const),
    ...Object.entries(CHART_FILES).map(([name, path]) => [join(folder, 'charts', name), readFileSync(path)] as const),
    [join(folder, 'LICENSES.txt'), licencesOf([...bundled, ...chartInputs], root)],
    // Not published: of what each file is made, for whoever looks into it.
    [join(folder, 'metafile.json'), JSON.stringify(of)],
    ...outputs.map(({ path, contents }) => [path, contents] as const),
  ]);
  const main = join(folder, 'main.js');
  const start = files.get(main);
  if (start === undefined || files.size < browsers.length + pages.size + chartInputs.length + outputs.length + 2) {
    throw new Error('Two files of the program have one name, or none is its start');
  }
  files.delete(main);
  for (const part of ['browser', 'charts', 'views']) mkdirSync(join(folder, part), { recursive: true });
  for (const [path, contents] of files) writeFileSync(path, contents);
  const written = `${main}.${process.pid}`;
  writeFileSync(written, start);
  renameSync(written, main);
  for (const name of globSync('*.js', { cwd: folder })) {
    const path = join(folder, name);
    if (path !== main && !files.has(path) && statSync(path).mtimeMs < Date.now() - KEPT_MILLIS) rmSync(path);
  }
}
