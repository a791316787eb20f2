// What start-up.ts measures ours against.
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { twelveTools } from './twelve-tools.ts';

serveStdio(twelveTools);
