import { readFile } from 'node:fs/promises';
import { loaded } from '../model/loaded.ts';
import type { ViewName } from '../answers/views.ts';

/** Where the build puts the pages: beside the bundle. The sources have none. */
const BUILT = new URL(import.meta.url.endsWith('.ts') ? '../../dist/views/' : './views/', import.meta.url);

/** The page of a view. Throws ProgramReplaced where it is not there any more. */
export function viewPage(view: ViewName): Promise<string> {
  return loaded(() => readFile(new URL(`${view}.html`, BUILT), 'utf8'));
}
