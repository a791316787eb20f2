import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

// What the programs of a run have written is kept outside of the repository, and looked through at the end
// (canary-teardown.ts).

/** The variable that tells the processes of tests where. */
export const RUN_FOLDER = 'CANARY_RUN_FOLDER';

/** Whether people's contacts may be in an output: they may where nobody asked to leave them out. */
export type Contacts = 'removed' | 'kept';

/** Keeps an output for the rest of the run. Outside of a run nothing is kept. */
export function keepOutput(name: string, contacts: Contacts, text: string): void {
  const folder = process.env[RUN_FOLDER];
  if (folder === undefined || text === '') return;
  writeFileSync(join(folder, `${name}.contacts-${contacts}.${randomUUID()}`), text);
}

/** Keeps what the people of a world can be reached by, to be looked for in every output from which it is removed. */
export function keepContacts(contacts: ReadonlySet<string>): void {
  const folder = process.env[RUN_FOLDER];
  if (folder !== undefined) writeFileSync(join(folder, `${CONTACTS}.${randomUUID()}`), JSON.stringify([...contacts]));
}

/** The beginning of the names of files with contacts. */
export const CONTACTS = 'contacts';
