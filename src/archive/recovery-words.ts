import { basename } from 'node:path';
import type { SetAside } from './engine.ts';
import type { Comparison } from './decision-comparison.ts';
import { DECISION_TABLES, type DecisionCounts, type DecisionTable } from './decisions.ts';
import { joined, trusted, type ProgramText } from '../model/trusted-text.ts';

const NAMES: Readonly<Record<DecisionTable, ProgramText>> = {
  erased_visitors: trusted`erased visitors`,
  triage: trusted`decisions of triage`,
  audit: trusted`lines of the audit`,
  account_keys: trusted`keys of pseudonyms`,
};

/** How many there are of what was decided, in words. */
export function countWords(counts: DecisionCounts): ProgramText {
  return joined(
    DECISION_TABLES.map((table) => trusted`${counts[table]} ${NAMES[table]}`),
    ', ',
  );
}

/** Of what something may be missing, in words. */
export function doubtWords(doubtful: readonly DecisionTable[]): ProgramText {
  return joined(
    doubtful.map((table) => NAMES[table]),
    ', ',
  );
}

/** What a person is told when a damaged file was set aside. */
export function setAsideWords({ path, recovery: { carried, doubtful } }: SetAside): string {
  return [
    `The archive file was damaged. It is set aside as ${basename(path)}, and a new one is begun: what it held is read again when it is asked for.`,
    `What was decided here is carried over: ${countWords(carried)}.`,
    ...(doubtful.length === 0 ? [] : [`Some of these may be lost: ${doubtWords(doubtful)}.`]),
  ].join(' ');
}

/** What a person is told when an archive and the second copy of what was decided were not the same; nothing when they were. */
export function comparisonWords({ copy, counts, hadCopy }: Comparison & { hadCopy: boolean }): string | undefined {
  const returned = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const words = [
    ...(returned === 0
      ? []
      : [`The archive had lost a part of what was decided here, and has it again: ${countWords(counts)}.`]),
    ...(copy.state === 'broken'
      ? [
          `The second copy of what was decided, the file that ends in -decisions, was damaged (${copy.unreadable} lines could not be read). It is written anew from what the archive holds.`,
        ]
      : copy.state === 'missing' && hadCopy
        ? [
            'The second copy of what was decided, the file that ends in -decisions, was not there any more. It is written anew from what the archive holds.',
          ]
        : []),
  ];
  return words.length === 0 ? undefined : words.join(' ');
}
