// `npm run test:all`: the exhaustive suites, part by part, in the background. A part that passed at this commit is not run again.
//
// Usage: npm run test:all -- [--plan] [--again] [--seed N] [--update] [PART ...]
import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { partsNamed, partsOf, UnknownPart, type Part } from './test-all/parts.ts';
import { minutesOf, partsToRun, planWords } from './test-all/plan.ts';
import { readRecord, writeRecord } from './test-all/record.ts';

const CONFIG = 'vitest.exhaustive.config.ts';
const RECORD = 'bench/results/exhaustive.json';
/** Results change nothing that is tested: neither they nor a commit of them make a run out of date. */
const SOURCES = ['--', '.', ':!bench/results'];
const MOST_SEEDS = 2 ** 31;

const Listed = z.array(z.object({ file: z.string(), projectName: z.string() }));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Prints the parts and their state, and runs nothing. */
    plan: { type: 'boolean', default: false },
    /** Runs also what passed at this commit. */
    again: { type: 'boolean', default: false },
    /** Repeats a run. */
    seed: { type: 'string' },
    /** Has tests write what they measure into the repository. */
    update: { type: 'boolean', default: false },
  },
});

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

const ages = new Map<string, number | undefined>();

function commitsSince(commit: string): number | undefined {
  if (!ages.has(commit)) ages.set(commit, ageOf(commit));
  return ages.get(commit);
}

function ageOf(commit: string): number | undefined {
  try {
    git('merge-base', '--is-ancestor', commit, 'HEAD');
    return Number(git('rev-list', '--count', `${commit}..HEAD`, ...SOURCES));
  } catch {
    return undefined;
  }
}

/** The commit that is checked out, and whether the work tree is just that. */
function workTree(): { readonly commit: string; readonly isClean: boolean } {
  return { commit: git('rev-parse', 'HEAD'), isClean: git('status', '--porcelain', ...SOURCES) === '' };
}

function allParts(): Part[] {
  const listed = execFileSync('vitest', ['list', '--filesOnly', '--json', '--config', CONFIG], { encoding: 'utf8' });
  return partsOf(
    Listed.parse(JSON.parse(listed)).map(({ file, projectName }) => ({
      path: relative(process.cwd(), file).replaceAll(sep, '/'),
      project: projectName,
    })),
  );
}

const givenSeed = values.seed === undefined ? undefined : z.coerce.number().int().nonnegative().parse(values.seed);

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopped.abort());

/** Runs a part to its end, or until this program is stopped. Resolves to whether it passed. */
function passes({ projects, files }: Part, seed: number): Promise<boolean> {
  const options = [...projects.map((project) => `--project=${project}`), ...(values.update ? ['--update'] : [])];
  const child = spawn('vitest', ['run', '--config', CONFIG, ...options, ...files], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, EXHAUSTIVE_SEED: String(seed) },
    // A group of its own: the terminal would send Ctrl-C a second time, on which vitest ends without stopping its servers.
    detached: true,
  });
  const stop = (): void => void child.kill('SIGINT');
  stopped.signal.addEventListener('abort', stop);
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      stopped.signal.removeEventListener('abort', stop);
      resolve(code === 0);
    });
  });
}

/** Runs parts one after the other, and records each. Returns the red ones. */
async function runAll(parts: readonly Part[]): Promise<readonly Part[]> {
  const red: Part[] = [];
  for (const [index, part] of parts.entries()) {
    const seed = givenSeed ?? randomInt(MOST_SEEDS);
    const before = workTree();
    process.stderr.write(
      `\n[${index + 1}/${parts.length}] ${part.name}: ${minutesOf(readRecord(RECORD)[part.name])} minutes, seed ${seed}\n`,
    );
    if (!before.isClean) process.stderr.write('There are uncommitted changes: this run will not count.\n');
    const began = Date.now();
    const passed = await passes(part, seed);
    if (stopped.signal.aborted) {
      process.stderr.write(`\nStopped: this run of ${part.name} is not recorded.\n`);
      break;
    }
    const after = workTree();
    const isClean = before.isClean && after.isClean && before.commit === after.commit;
    const seconds = Math.round((Date.now() - began) / 1000);
    writeRecord(RECORD, {
      ...readRecord(RECORD),
      [part.name]: {
        commit: before.commit,
        ...(!isClean && { dirty: true }),
        seed,
        passed,
        seconds,
        when: new Date(began).toISOString(),
      },
    });
    if (!passed) red.push(part);
  }
  return red;
}

try {
  const parts = partsNamed(positionals, allParts());
  if (values.plan) {
    process.stdout.write(planWords(parts, readRecord(RECORD), commitsSince));
  } else {
    // Also for all that it starts.
    setPriority(constants.priority.PRIORITY_LOW);
    const isRepeated = values.again || givenSeed !== undefined;
    const chosen = isRepeated ? parts : partsToRun(parts, readRecord(RECORD), commitsSince);
    process.stderr.write(`${chosen.length} of ${parts.length} parts are run; the others passed at this commit.\n`);
    const red = await runAll(chosen);
    process.stderr.write(`\n${planWords(parts, readRecord(RECORD), commitsSince)}`);
    if (red.length > 0 || stopped.signal.aborted) process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof UnknownPart)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
