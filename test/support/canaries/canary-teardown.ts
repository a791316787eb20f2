import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';
import { canaryScan, secretsIn, type CanaryScan } from './canary-scan.ts';
import { CONTACTS, RUN_FOLDER } from './run-folder.ts';

/** A run of so many files of tests is a whole one, and has started programs. */
const WHOLE_RUN = 100;

/** Makes the folder of a run, and looks through it at the end: what is found there fails the run. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'canary-run-'));
  process.env[RUN_FOLDER] = folder;
  return () => {
    try {
      const { outputs, findings } = scanRun(folder);
      const files = project.vitest.state.getTestModules().length;
      if (outputs === 0 && files >= WHOLE_RUN)
        findings.push('No output of a program was kept: nothing was looked through.');
      if (findings.length > 0) throw new Error(`Canary scan:\n${findings.join('\n')}`);
      if (outputs > 0) process.stderr.write(`canary scan: nothing in ${outputs} outputs of programs\n`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

/** Looks through the outputs of a run. Answers how many there are, and what is where it must not be. */
export function scanRun(folder: string): { readonly outputs: number; readonly findings: string[] } {
  const names = readdirSync(folder);
  const isContacts = (name: string): boolean => name.startsWith(`${CONTACTS}.`);
  const contactsIn = scanOfContacts(names.filter(isContacts).map((name) => join(folder, name)));
  const outputs = names.filter((name) => !isContacts(name));
  const findings = outputs.flatMap((name) => {
    const bytes = readFileSync(join(folder, name));
    const found = [...secretsIn(bytes), ...(name.includes('.contacts-removed.') ? contactsIn(bytes) : [])];
    return found.map((one) => `${name}: ${one}`);
  });
  return { outputs: outputs.length, findings };
}

function scanOfContacts(files: readonly string[]): CanaryScan {
  const contacts = new Set(files.flatMap((file) => z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))));
  if (contacts.size === 0) return () => [];
  // Named by a number: a finding does not repeat it.
  return canaryScan(Object.fromEntries([...contacts].map((contact, index) => [`contact ${index + 1}`, contact])));
}
