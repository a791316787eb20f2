import type { Server } from 'node:http';
import { InvalidConfiguration } from '../model/errors.ts';
import { DeskText, trusted } from '../model/text/trusted-text.ts';

/** Listens, and returns the address of the protocol's endpoint. Throws InvalidConfiguration, and says what is in the way. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(refusal(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const actualPort = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}/mcp`;
}

function refusal(error: Error, host: string, port: number): InvalidConfiguration {
  const address = DeskText.parse(host);
  switch ('code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return new InvalidConfiguration(
        trusted`Port ${port} is in use.`,
        'Choose another one with --port; 0 takes any that is free.',
      );
    case 'EACCES':
      return new InvalidConfiguration(
        trusted`This user may not listen on port ${port}.`,
        'Choose a port from 1024 with --port, and let a reverse proxy listen on the other one.',
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new InvalidConfiguration(
        trusted`This machine has no address ${address}.`,
        'Give an address of this machine with --host: 127.0.0.1 for this machine only, 0.0.0.0 or :: for all of its addresses.',
      );
    default:
      return new InvalidConfiguration(
        trusted`The server cannot listen on ${address}, port ${port}.`,
        'Choose another address with --host, or another port with --port; 0 takes any that is free.',
      );
  }
}
