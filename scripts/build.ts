// `npm run build`: the program as it is published, into `dist/`, and nothing else there.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildProgram } from './program.ts';

const folder = join(import.meta.dirname, '..', 'dist');
rmSync(folder, { recursive: true, force: true });
await buildProgram(folder);
