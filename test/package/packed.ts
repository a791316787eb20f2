import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { VERSION } from '../../src/model/version.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Stands in files of the checkout that are nobody else's business. */
export const PLANTED = 'planted-in-the-checkout';

const PUBLISHED = ['src', 'scripts', 'bin', 'package.json', 'manifest.json', 'LICENSE', '.mcpbignore'];
const DOCUMENTS = ['README.md', 'docs', 'CHANGELOG.md', 'SECURITY.md', 'AGENTS.md'];
const PRIVATE = [
  'sandbox.json',
  'sandbox.sqlite',
  '.env',
  'test/secret.test.ts',
  'bench/results/costs.json',
  'chat-operations-mcp-0.0.1.mcpb',
  'dist/of-an-earlier-build.js',
];

/** The package as `npm pack` makes it of a checkout in which somebody has worked, and as npm installs it. */
export interface Packed extends AsyncDisposable {
  /** A folder that is removed with it. */
  readonly folder: string;
  readonly tarball: string;
  /** The output of npm while it installed. */
  readonly said: string;
  /** The folder of all packages that were installed. */
  readonly packages: string;
  readonly installed: string;
  /** The command that a shell starts. */
  readonly command: string;
  /** The report of esbuild on the files in `dist/`. */
  readonly metafile: string;
  readonly checkout: string;
}

/** Packs, and installs as `npm install --global` does, without a registry. */
export async function packed(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'chat-operations-package-'));
  const checkout = join(folder, 'checkout');
  for (const name of [...PUBLISHED, ...DOCUMENTS])
    await cp(join(ROOT, name), join(checkout, name), { recursive: true });
  for (const name of PRIVATE) {
    await mkdir(dirname(join(checkout, name)), { recursive: true });
    await writeFile(join(checkout, name), PLANTED);
  }
  await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'), 'junction');
  const npm = async (...args: readonly string[]): Promise<string> => {
    const env = { PATH: process.env['PATH'], HOME: folder, npm_config_cache: join(folder, 'npm-cache') };
    const { stdout } = await run('npm', [...args], { cwd: checkout, env, shell: process.platform === 'win32' });
    return stdout;
  };
  await npm('pack', '--silent', '--pack-destination', folder);
  const tarball = join(folder, `chat-operations-mcp-${VERSION}.tgz`);
  const prefix = join(folder, 'prefix');
  const said = await npm('install', '--global', '--prefix', prefix, '--offline', '--no-audit', '--no-fund', tarball);
  const packages = join(prefix, 'lib', 'node_modules');
  return {
    folder,
    tarball,
    said,
    packages,
    installed: join(packages, 'chat-operations-mcp'),
    command: join(prefix, 'bin', 'chat-operations-mcp'),
    metafile: join(checkout, 'dist', 'metafile.json'),
    checkout,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
