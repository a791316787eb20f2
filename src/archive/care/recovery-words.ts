import { basename } from 'node:path';
import { countWords, doubtWords } from '../../model/decided-here.ts';
import type { Comparison } from './decision-comparison.ts';
import type { Recovery, SetAside } from './recovery.ts';

/** Says that a damaged file was set aside, for a person. */
export function setAsideWords({ path, recovery: { carried, doubtful } }: SetAside): string {
  return [
    path === undefined
      ? 'The archive file was gone, and a new one is begun.'
      : `The archive file was damaged. It is set aside as ${basename(path)}, and a new one is begun: what it held is read again when it is asked for.`,
    `What was decided here is carried over: ${countWords(carried)}.`,
    ...(doubtful.length === 0 ? [] : [`Some of these may be lost: ${doubtWords(doubtful)}.`]),
  ].join(' ');
}

/** Returns the recovery that making an archive and its second copy the same came to. */
export function recoveryIn({ copy, counts }: Comparison, hadCopy: boolean): Recovery {
  const isCopyLost = copy.state === 'broken' || (copy.state === 'missing' && hadCopy);
  // Only what was written last, and not yet into the file itself, may have been lost there, too. An erasure never waits for that.
  return {
    carried: counts,
    doubtful: isCopyLost ? ['triage', 'audit', 'code_meanings', 'tokens'] : [],
    unreadable: copy.unreadable,
  };
}

/** Says so for a person; nothing when they were the same. */
export function comparisonWords({ copy }: Comparison, { carried, doubtful, unreadable }: Recovery): string | undefined {
  const returned = Object.values(carried).reduce((sum, count) => sum + count, 0);
  const lines = [
    ...(returned === 0
      ? []
      : [`The archive had lost a part of what was decided here, and has it again: ${countWords(carried)}.`]),
    ...(doubtful.length === 0
      ? []
      : [
          `The second copy of what was decided, the file that ends in -decisions, ${copy.state === 'missing' ? 'was gone' : `was damaged: ${unreadable} lines could not be read`}. It is written anew from what the archive holds. If the archive had lost something, too, some of these may be missing: ${doubtWords(doubtful)}.`,
        ]),
  ];
  return lines.length === 0 ? undefined : lines.join(' ');
}
