import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { ServerSettings } from '../../config/read.ts';
import { ChatOperationsError } from '../../model/errors.ts';
import { DeskText } from '../../model/text/trusted-text.ts';
import { addDays, utcDayOf } from '../../model/time/day.ts';
import { counted } from '../../model/words/count.ts';
import { waitText } from '../../model/words/duration.ts';
import { groupedText } from '../../model/words/number.ts';
import { seconds } from '../../model/time/units.ts';
import { NotResponding, withPatience, type Timing } from '../doctor/patience.ts';
import { startOwnClient } from '../own-client.ts';
import type { Run } from '../run.ts';
import type { Dialogue } from './dialogue.ts';

/** The requests that the first reading may take: an assistant's first question has the rest of the minute. */
const MOST_REQUESTS = 20;

/** The tool answers before the patience of a person is over, and says then how far it came. */
const ANSWER_WITHIN = seconds(12);

/** The days whose loading times are shown. */
const PERIODS = [7, 30, 90];

/** What is read of the data of `list_chats`. */
const Covered = z.object({ coverage: z.object({ complete: z.boolean() }) });

/** What is read of the data of `get_service_status`. */
const Status = z.object({
  budget: z.object({ per_minute: z.number(), source: z.string() }),
  archive: z.object({ chats: z.object({ known: z.number() }) }),
  codebook: z.array(
    z.object({ code: z.string(), settled: z.boolean(), values: z.array(z.object({ seen: z.number() })) }),
  ),
  plan: z.object({ requests: z.number(), transcripts: z.object({ requests: z.number() }) }).optional(),
});

/**
 * Loads the newest chats with the settings as they were written, and says how many, which codes are clear, and how long loading some
 * periods takes. Resolves with whether chats could be loaded.
 */
export async function readFirst(
  settings: ServerSettings,
  run: Run,
  timing: Timing,
  dialogue: Dialogue,
): Promise<boolean> {
  const [account] = settings.accounts;
  const own = await startOwnClient(
    {
      ...settings,
      accounts: [
        {
          ...account,
          archive: account.archive,
          structured_content: true,
          read_ahead_days: 0,
          answer_within: seconds(Math.min(account.answer_within, ANSWER_WITHIN)),
          requests_per_minute: Math.min(account.requests_per_minute, MOST_REQUESTS),
        },
      ],
    },
    run,
  );
  try {
    const loaded = await dialogue.during('Loading the newest chats', () => loadNewest(own.client, account, timing));
    const status = await statusOf(own.client);
    const { known } = status.archive.chats;
    if (!('isComplete' in loaded) || (!loaded.isComplete && known === 0)) {
      const { message, advice } = 'isComplete' in loaded ? new NotResponding(hostOf(account)) : loaded;
      dialogue.bad(`Could not load the newest chats. ${message}`, advice);
      return false;
    }
    const rest = loaded.isComplete ? '' : '. The chats of yesterday and today are not all loaded yet';
    dialogue.good(`Loaded ${counted(known, 'chat')}${rest}`);
    tellCodes(status, dialogue);
    if (known > 0) await tellDurations(own.client, account.requests_per_minute, dialogue);
    else dialogue.tell('No chats yesterday or today, so loading times are not known yet.');
    return true;
  } finally {
    await own.close();
  }
}

/** Loads the chats of yesterday and today. Resolves with whether all of them are loaded, or with why that failed. */
async function loadNewest(
  client: Client,
  account: ServerSettings['accounts'][0],
  timing: Timing,
): Promise<{ readonly isComplete: boolean } | { readonly message: string; readonly advice?: string }> {
  const today = utcDayOf(timing.clock());
  try {
    const { isError, content, structuredContent } = await withPatience(hostOf(account), timing, ({ signal }) =>
      client.callTool(
        { name: 'list_chats', arguments: { from: addDays(today, -1), to: today, timezone: 'UTC', limit: 1 } },
        { signal },
      ),
    );
    if (isError !== true) return { isComplete: Covered.parse(structuredContent).coverage.complete };
    return { message: content.map((part) => (part.type === 'text' ? part.text : '')).join('\n') };
  } catch (error) {
    return error instanceof ChatOperationsError ? error : new NotResponding(hostOf(account));
  }
}

function hostOf({ account }: ServerSettings['accounts'][0]): DeskText {
  return DeskText.parse(account?.baseUrl.host ?? 'the sandbox');
}

async function statusOf(client: Client, days: object = {}): Promise<z.infer<typeof Status>> {
  const { structuredContent } = await client.callTool({ name: 'get_service_status', arguments: { ...days } });
  return Status.parse(structuredContent);
}

function tellCodes({ codebook }: z.infer<typeof Status>, dialogue: Dialogue): void {
  const seen = codebook.filter(({ values }) => values.some((value) => value.seen > 0));
  const clear = seen.filter(({ settled }) => settled).map(({ code }) => code);
  const unclear = seen.filter(({ settled }) => !settled).map(({ code }) => code);
  if (clear.length > 0) dialogue.good(`Codes understood from your data: ${clear.join(', ')}`);
  if (unclear.length === 0) return;
  dialogue.tell(
    `${counted(unclear.length, 'code is', 'codes are')} unclear: ${unclear.join(', ')}. Figures use the likely meaning where there is one, and say so. Your assistant can ask you later.`,
  );
}

/** Says how long loading some periods takes, by the chats that are loaded and the request limit. */
async function tellDurations(client: Client, perMinute: number, dialogue: Dialogue): Promise<void> {
  const plans = [];
  for (const days of PERIODS) {
    const { plan, budget } = await statusOf(client, { plan_for: `last_${days}_days` });
    if (plan !== undefined)
      plans.push({ days, ...plan, perMinute: budget.source === 'learned' ? budget.per_minute : perMinute });
  }
  const rate = plans[0]?.perMinute ?? perMinute;
  const time = (requests: number): string => waitText(seconds(Math.ceil((requests / rate) * 6) * 10));
  dialogue.tell(
    [
      `At ${groupedText(rate)} requests a minute, loading takes about`,
      `${''.padEnd(9)}${'chats'.padEnd(14)}with transcripts for response times`,
      ...plans.map(
        ({ days, requests, transcripts }) =>
          `${`${days} days`.padEnd(9)}${time(requests).padEnd(14)}${time(requests + transcripts.requests)}`,
      ),
      'Answers do not wait for this. To load it now: chat-operations-mcp sync',
    ].join('\n'),
  );
}
