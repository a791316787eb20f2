import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Environment } from '../support/program.ts';

// What a program connects to, or asks a name server for, as it is told to Node.js itself: loaded in front of the program.

const RECORDER = `
import { appendFileSync } from 'node:fs';
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
const told = (kind, to) => appendFileSync(process.env.CONNECTIONS_FILE, JSON.stringify({ kind, to: String(to) }) + '\\n');
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [to, host] = Array.isArray(args[0]) ? args[0] : args;
  const at = typeof to === 'object' ? to.path ?? (to.host ?? 'localhost') + ':' + to.port : (typeof host === 'string' ? host : 'localhost') + ':' + to;
  told('connect', at);
  return connect.apply(this, args);
};
const record = (module, kind) => {
  for (const name of Object.keys(module)) {
    if (!/^(?:lookup|resolve|reverse)/.test(name) || typeof module[name] !== 'function') continue;
    const original = module[name];
    module[name] = function (...args) { told(kind, args[0]); return original.apply(this, args); };
  }
};
record(dns, 'name');
record(dns.promises, 'name');
record(dns.Resolver.prototype, 'name');
const { send, connect: connectDatagram } = dgram.Socket.prototype;
dgram.Socket.prototype.send = function (...args) { told('datagram', args.slice(1)); return send.apply(this, args); };
dgram.Socket.prototype.connect = function (...args) { told('datagram', args); return connectDatagram.apply(this, args); };
const { spawn } = childProcess.ChildProcess.prototype;
childProcess.ChildProcess.prototype.spawn = function (options) { told('process', options.file); return spawn.call(this, options); };
syncBuiltinESMExports();
`;

const Attempt = z.object({ kind: z.enum(['connect', 'name', 'datagram', 'process']), to: z.string() });

/** Something that a program has tried to reach. */
export type Attempt = z.infer<typeof Attempt>;

/** Records what programs do that are started with this environment, and those that they start. */
export function recordConnections(folder: string): {
  readonly environment: Environment;
  readonly attempts: () => Attempt[];
} {
  const [recorder, file] = [join(folder, 'recorder.mjs'), join(folder, 'connections.jsonl')];
  writeFileSync(recorder, RECORDER);
  writeFileSync(file, '');
  return {
    environment: { NODE_OPTIONS: `--import ${pathToFileURL(recorder).href}`, CONNECTIONS_FILE: file },
    attempts: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => Attempt.parse(JSON.parse(line))),
  };
}
