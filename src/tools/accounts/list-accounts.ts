import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ChatOperationsError } from '../../model/errors.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { resolvePeriod, utcDaysOf } from '../../model/calendar/period.ts';
import { sliced, trusted } from '../../model/text/trusted-text.ts';
import { groupedText } from '../../model/words/number.ts';
import { counted } from '../../model/words/count.ts';
import { momentText } from '../../model/words/time.ts';
import { deskLine, tableCell } from '../../privacy/cleaned-text.ts';
import type { Desk, Served, ServedAccount } from '../../answers/desk.ts';
import { parsedBy } from '../../answers/parsed-arguments.ts';
import { advertisementOf, type ToolAdvertisement } from '../../answers/callable-tool.ts';
import { READ_ONLY } from '../../answers/tool.ts';
import { FOR_VIEW, showsViews } from '../../answers/views.ts';

/** The accounts of a page: each is opened for it, where it is not open. */
const ACCOUNTS_A_PAGE = 25;

const AccountShape = z.strictObject({
  account: z.string(),
  service: z.string(),
  chats: z.number().optional(),
  days_covered: z.number().optional(),
  days_asked: z.number().optional(),
  last_read: z.string().optional(),
  requests_left: z.number().optional(),
  requests_per_minute: z.number().optional(),
  unusable: z.string().optional(),
});
type AccountData = z.input<typeof AccountShape>;

const input = z.strictObject({
  query: z.string().min(1).max(40).optional().describe('Part of a name.'),
  after: z.string().min(1).max(40).optional().describe('Name of the last account of the previous answer.'),
});
const output = z.strictObject({ total: z.number(), accounts: z.array(AccountShape) });

/** The tool that names the accounts that a caller reaches. It is about no desk in particular. */
export interface AccountsTool {
  readonly advertisement: ToolAdvertisement;
  /** Throws InvalidArgument. */
  call(args: unknown, served: Served, context: ServerContext): Promise<CallToolResult>;
}

export const listAccounts: AccountsTool = {
  get advertisement() {
    return advertisementOf({
      title: 'List accounts',
      description:
        'The accounts of this server, whose names the other tools take: service, loaded chats, loaded days of the last 90, when something was last loaded, and requests left this minute. Makes no requests.',
      annotations: READ_ONLY,
      input,
      output,
    });
  },
  call: async (args, served, context) => {
    const { query = '', after } = parsedBy({ name: 'list_accounts', input }, args);
    const matching = served.accounts.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
    const place = matching.findIndex(({ name }) => name === after);
    const rest = matching.slice(place + 1);
    const shown = [];
    for (const account of rest.slice(0, ACCOUNTS_A_PAGE)) shown.push(await oneAccount(account));
    const accounts = shown.map(({ data }) => data);
    const left = rest.length - shown.length;
    const last = rest[shown.length - 1]?.name;
    const text = [
      `**${matching.length} of ${counted(served.accounts.length, 'account')}**`,
      ...(shown.length === 0 ? [] : [[HEAD, ...shown.map(({ cells }) => cells)].map(tableLine).join('\n')]),
      ...(left === 0 || last === undefined
        ? []
        : [`Next page: same arguments and after "${deskLine(last)}" (${left} more).`]),
    ].join('\n\n');
    const data = { total: matching.length, accounts };
    const told = {
      content: [{ type: 'text' as const, text }],
      ...(showsViews(context, undefined) && { _meta: { [FOR_VIEW]: { data } } }),
    };
    const [{ structuredContent }] = served.accounts;
    return structuredContent ? { ...told, structuredContent: { ...output.parse(data), text } } : told;
  },
};

const HEAD = ['account', 'service', 'chats', 'loaded days of 90', 'last loaded', 'requests left'] as const;

function tableLine(cells: readonly string[], index: number): string {
  const line = `| ${cells.map((cell) => tableCell(cell)).join(' | ')} |`;
  return index === 0 ? `${line}\n|${'---|'.repeat(cells.length)}` : line;
}

/** An account as data and as cells. One whose archive cannot be used says so. */
async function oneAccount({ name, look }: ServedAccount): Promise<{ data: AccountData; cells: readonly string[] }> {
  const account = deskLine(name);
  const desk = await look();
  const service = deskLine(sliced(desk.service, desk.service.indexOf('//') + 2));
  const { zone } = desk;
  try {
    const { chats, covered, asked, lastRead, left, perMinute } = await desk.withArchive(() => heldBy(desk));
    const moment = lastRead === undefined ? 'never' : `${momentText(zone, lastRead, 'with year')} (${zone.id})`;
    return {
      data: omitUndefined({
        account,
        service,
        chats,
        days_covered: covered,
        days_asked: asked,
        last_read: mapKnown(lastRead, (last) => zone.iso(last)),
        requests_left: left,
        requests_per_minute: perMinute,
      }),
      cells: [
        account,
        service,
        groupedText(chats),
        `${covered}`,
        moment,
        `${groupedText(left)} of ${groupedText(perMinute)}`,
      ],
    };
  } catch (error) {
    if (!(error instanceof ChatOperationsError)) throw error;
    const unusable = deskLine(error.message, 300);
    return { data: { account, service, unusable }, cells: [account, service, unusable, '', '', ''] };
  }
}

async function heldBy(desk: Desk) {
  const now = desk.clock();
  const { chats, lists } = await desk.archive.holdings();
  const days = utcDaysOf(resolvePeriod({ period: trusted`last_90_days` }, desk.zone, now), now);
  const coverage = await desk.archive.chats.coverageOf(days);
  const budget = await desk.budget();
  const looks = [coverage.changingAsOf ?? coverage.asOf, ...Object.values(lists).map(({ asOf }) => asOf)];
  return {
    chats: chats.count,
    covered: coverage.covered,
    asked: coverage.asked,
    lastRead: looks.reduce((latest, look) => (look !== undefined && look > (latest ?? 0) ? look : latest), undefined),
    left: budget.pausedFor > 0 ? 0 : Math.max(0, budget.perMinute - budget.usedLastMinute),
    perMinute: budget.perMinute,
  };
}
