// `npm run bench [-- NAME…]`: makes measurements anew, each in a process of its own, and writes them to bench/results/.
import { execFileSync } from 'node:child_process';

const ALL = [
  'start-up',
  'costs',
  'analysis',
  'pacing',
  'event-loop',
  'hostile',
  'topics',
  'rising-topics',
  'http',
  'servers',
  'accounts',
  'archive',
];

const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : ALL) {
  execFileSync(process.execPath, [`bench/${name}.ts`], { stdio: 'inherit' });
}
