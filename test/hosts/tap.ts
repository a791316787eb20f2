// Stands between a host and the server, and writes down what goes through: node tap.ts LOG COMMAND ARGS…
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [log = '', command = '', ...args] = process.argv.slice(2);

const note = (entry: object): void => appendFileSync(log, `${JSON.stringify({ at: Date.now(), ...entry })}\n`);

note({ started: process.pid, environment: Object.keys(process.env).toSorted() });
// As a server that starts slowly.
await new Promise((resolve) => setTimeout(resolve, Number(process.env['TAP_DELAY_MILLIS'] ?? 0)));
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
note({ server: server.pid });

createInterface({ input: process.stdin })
  .on('line', (line) => {
    note({ host: line });
    server.stdin.write(`${line}\n`);
  })
  .on('close', () => server.stdin.end());
createInterface({ input: server.stdout }).on('line', (line) => {
  note({ answer: line });
  process.stdout.write(`${line}\n`);
});
process.stdout.on('error', () => {});
server.stdin.on('error', () => {});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => server.kill(signal));
}
server.once('close', (code, signal) => {
  note({ closed: { code, signal } });
  process.exit(code ?? 1);
});
