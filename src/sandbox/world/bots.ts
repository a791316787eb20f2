import { EXAMPLE_ENDPOINTS, EXAMPLE_SCRIPT } from '../script/example-script.ts';
import { BOT_NAME } from './transcript.ts';
import type { Random } from './random.ts';
import type { Bot } from './world-records.ts';

/** The account's chatbots: one, with two webhook endpoints and one session that waits for their data. */
export function createBots(random: Random): Bot[] {
  return [
    {
      botId: `bot-${hexadecimal(random, 8)}`,
      name: BOT_NAME,
      webhookId: hexadecimal(random, 24),
      token: `sandbox-webhook-${hexadecimal(random, 16)}`,
      endpoints: EXAMPLE_ENDPOINTS.map((endpoint) => ({ ...endpoint })),
      script: EXAMPLE_SCRIPT,
      sessions: [`session-${hexadecimal(random, 12)}`],
    },
  ];
}

function hexadecimal(random: Random, length: number): string {
  return Array.from({ length }, () => random.integer(0, 15).toString(16)).join('');
}
