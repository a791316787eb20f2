import type { ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { SocketFault } from './faults.ts';

/** Does to a connection what the fault says, with the right answer at hand. `dripInterval` is in milliseconds. */
export async function breakOff(
  fault: SocketFault,
  response: Response,
  outgoing: ServerResponse,
  dripInterval: number,
): Promise<void> {
  switch (fault) {
    case 'hang':
      return;
    case 'reset':
      // Under TLS, the socket that could be reset is out of reach.
      if (outgoing.socket instanceof TLSSocket) outgoing.socket.destroy();
      else outgoing.socket?.resetAndDestroy();
      return;
    case 'half': {
      const body = Buffer.from(await response.arrayBuffer());
      outgoing.writeHead(response.status, { 'Content-Type': 'application/json', 'Content-Length': body.length });
      outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), () => outgoing.destroy());
      return;
    }
    case 'slow_drip': {
      outgoing.writeHead(response.status, { 'Content-Type': 'application/json' });
      outgoing.write('[');
      const drip = setInterval(() => outgoing.write(' '), dripInterval);
      outgoing.once('close', () => clearInterval(drip));
    }
  }
}
