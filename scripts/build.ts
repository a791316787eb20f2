// `npm run build`: JavaScript for the package, into `dist/`, and beside it the files that browsers get as they are.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

rmSync(join(root, 'dist'), { recursive: true, force: true });
execFileSync('tsc', ['--project', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
for (const file of globSync('sandbox/*/browser/*.{js,css,svg}', { cwd: join(root, 'src') })) {
  cpSync(join(root, 'src', file), join(root, 'dist', file));
}
