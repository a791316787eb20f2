// `npm start`: the program of this checkout, built where it is older than its sources.
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const program = join(root, 'bin', 'chat-operations-mcp.mjs');

/** When the program was built; never, where it is not there. */
function builtAt(): number {
  return statSync(join(root, 'dist', 'main.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function changedAt(): number {
  const files = globSync('{src/**/*.*,scripts/*.ts,package-lock.json}', { cwd: root });
  return Math.max(...files.map((file) => statSync(join(root, file)).mtimeMs));
}

if (builtAt() <= changedAt()) {
  const { buildProgram } = await import('./program.ts');
  await buildProgram(join(root, 'dist'));
}
// The program starts itself again for a client of its own, by this path.
process.argv[1] = program;
await import(pathToFileURL(program).href);
