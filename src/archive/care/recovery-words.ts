import { basename } from 'node:path';
import { countWords, doubtWords } from '../../model/decided-here.ts';
import type { SetAside } from './recovery.ts';

/** Says what was done about a file that could not be used, for a person. */
export function setAsideWords({ what, path, recovery: { carried, doubtful } }: SetAside): string {
  const aside = path === undefined ? 'It was gone' : `It is set aside as ${basename(path)}`;
  const lost = doubtful.length === 0 ? '' : ` Some of these may be lost: ${doubtWords(doubtful)}.`;
  const told = {
    archive: `The archive file was damaged. ${aside}, and a new one is begun: what it held is read again when it is asked for, except lines of calls over HTTP. All saved decisions are kept: ${countWords(carried)}.`,
    older: `An older version made the archive. ${aside}, and a new one is begun: what it held is read again when it is asked for, except lines of calls over HTTP. The saved decisions are taken over: ${countWords(carried)}.`,
    decisions: `The file of saved decisions was damaged. ${aside}, and the decisions are put together from what is left of it and from its backup: ${countWords(carried)}.`,
  }[what];
  return told + lost;
}
