import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSessionProcess } from '../test/support/session.ts';
import type { Asked } from './archive-question-list.ts';
import { forgetPages } from './page-cache.ts';

const STARTS = 5;
/** So that memory is what it comes to, and not what one answer takes. */
const ROUNDS = 10;

/**
 * Measures the built program of a checkout over a full archive, from its start to the first of some answers, with nothing
 * in the machine's page cache; and the memory that it has after them all.
 */
export async function measureProgram(
  checkout: string,
  settings: string,
  environment: Readonly<Record<string, string>>,
  [first, ...others]: readonly [Asked, ...Asked[]],
): Promise<object> {
  const program = [process.execPath, join(checkout, 'bin/chat-operations-mcp.mjs')] as const;
  const started: number[] = [];
  const resident: Record<string, number> = {};
  for (let start = 0; start < STARTS; start += 1) {
    const isCold = await forgetPages();
    const began = performance.now();
    await using session = await startSessionProcess(['--config', settings], environment, program);
    const residentMebibytes = async (): Promise<number> => {
      const status = await readFile(`/proc/${session.program.pid}/status`, 'utf8');
      return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024);
    };
    await session.call(...first);
    if (isCold) started.push(Math.round(performance.now() - began));
    if (start === STARTS - 1) {
      resident['after_the_first'] = await residentMebibytes();
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const question of [first, ...others]) await session.call(...question);
      }
      resident['after_all'] = await residentMebibytes();
    }
    await session.finish();
  }
  const sorted = started.toSorted((one, other) => one - other);
  return {
    cold_start_to_first_answer_millis: {
      n: sorted.length,
      median: sorted[Math.floor(sorted.length / 2)],
      max: sorted.at(-1),
    },
    resident_mebibytes: resident,
  };
}
