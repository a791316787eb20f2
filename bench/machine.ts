import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import manifest from '../package.json' with { type: 'json' };
import { VERSION } from '../src/model/version.ts';

/** Writes measurements to bench/results/ with what they were measured on, and prints them. */
export async function record(name: string, measured: object): Promise<void> {
  const results = {
    version: VERSION,
    machine: {
      cpu: cpus()[0]?.model,
      cores: cpus().length,
      memory_gib: Math.round(totalmem() / 2 ** 30),
      platform: process.platform,
    },
    node: process.versions.node,
    packages: manifest.devDependencies,
    ...measured,
  };
  const text = `${JSON.stringify(results, null, 2)}\n`;
  await writeFile(`bench/results/${name}.json`, text);
  process.stdout.write(text);
}
