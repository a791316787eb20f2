import { fileURLToPath } from 'node:url';
import { buildProgram } from '../../scripts/program.ts';

/** Builds the program that tests start as a process of its own, once for all of them. */
export default function setup(): Promise<void> {
  return buildProgram(fileURLToPath(new URL('../../dist', import.meta.url)));
}
