import { DEFINITIONS, DEFINITION_NOTES } from '../../insights/definitions.ts';
import { CODE_MEANINGS } from '../../model/codes.ts';
import { utcDaysOf, resolvePeriod } from '../../model/period.ts';
import { joinSafe, ownWord, safe, type SafeText } from '../../privacy/safe-text.ts';
import { codebookOf, type Desk } from '../desk.ts';
import { paragraphs } from '../render/budget.ts';
import { localDays } from '../render/coverage.ts';
import { timeWords } from '../render/words.ts';
import { asOfWords, PRIVATE, readResource, type ChatResource } from './resource.ts';

function fixedResource(
  resource: { readonly uri: string; readonly name: string; readonly title: string; readonly description: string },
  cacheHint: { readonly ttlMs: number; readonly cacheScope: 'public' | 'private' },
  read: (desk: Desk) => Promise<SafeText>,
): ChatResource {
  const { uri, name, title, description } = resource;
  return {
    uri,
    register: (server, desk) => {
      server.registerResource(
        name,
        uri,
        { title, description, mimeType: 'text/markdown', cacheHint },
        (asked, context) => readResource(asked, desk, context, () => read(desk)),
      );
    },
  };
}

const definitions = fixedResource(
  {
    uri: 'chat://definitions',
    name: 'definitions',
    title: 'Definitions of the metrics',
    description: 'What each figure means, over what it is computed, and what cannot be computed here.',
  },
  { ttlMs: 86_400_000, cacheScope: 'public' },
  () =>
    Promise.resolve(
      joinSafe(
        [
          ...Object.entries(DEFINITIONS).map(([name, text]) => safe`- **${ownWord(name)}**: ${ownWord(text)}`),
          ...DEFINITION_NOTES.map((note) => safe`- ${ownWord(note)}`),
        ],
        '\n',
      ),
    ),
);

const codebook = fixedResource(
  {
    uri: 'chat://codebook',
    name: 'codebook',
    title: 'Codebook',
    description: 'What the integer codes of the service mean on this desk, and what proves it.',
  },
  PRIVATE,
  async (desk) => {
    const book = await codebookOf(desk);
    const names = [
      'is_missed',
      'chat_started_by',
      'is_chat_transferred',
      'chat_ended_by',
      'unread',
      'enabled',
      'rating',
      'user_type',
    ] as const;
    const lines = names.map((name) => {
      const reading = book[name];
      if (!reading.settled) {
        return safe`- **${ownWord(name)}**: not settled (${ownWord(reading.evidence)}). The setting codes.${ownWord(name)} settles it; possible meanings: ${ownWord(CODE_MEANINGS[name].join(', '))}.`;
      }
      const meanings = [...reading.meanings].map(([value, meaning]) => safe`${value} = ${ownWord(meaning)}`);
      return safe`- **${ownWord(name)}**: ${joinSafe(meanings, ', ')} (by ${ownWord(reading.source)}: ${ownWord(reading.evidence)})`;
    });
    return paragraphs(joinSafe(lines, '\n'), asOfWords(desk, desk.clock()));
  },
);

const status = fixedResource(
  {
    uri: 'chat://status',
    name: 'status',
    title: 'Status',
    description: 'What is known and how fresh it is, and the request budget.',
  },
  PRIVATE,
  async (desk) => {
    const now = desk.clock();
    const { perMinute, usedLastMinute } = desk.budget();
    const period = resolvePeriod({ period: 'last_90_days' }, desk.zone, now);
    const chats = await desk.archive.chats.coverageOf(utcDaysOf(period, now));
    const { days_asked: asked, days_covered: covered } = localDays(chats, period);
    const offline = await desk.archive.offlineMessages.coverageOf();
    return paragraphs(
      safe`Requests: ${usedLastMinute} of at most ${perMinute} in the last minute.`,
      safe`Chats: ${covered} of the last ${asked} days are at hand.`,
      offline.asOf === undefined
        ? safe`Offline messages: not read yet.`
        : safe`Offline messages: read at ${timeWords(desk.zone, offline.asOf)} (${ownWord(desk.zone.id)}).`,
      asOfWords(desk, now),
    );
  },
);

export const FIXED_RESOURCES: readonly ChatResource[] = [definitions, codebook, status];
