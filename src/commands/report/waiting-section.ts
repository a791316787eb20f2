import { zoneOf } from '../../model/calendar/zone.ts';
import { epochMillis } from '../../model/time/units.ts';
import { durationText } from '../../model/words/duration.ts';
import { weekdayMomentText } from '../../model/words/time.ts';
import type { Gathered } from './gathered.ts';
import type { Section, Table } from './section.ts';
import { NotAnswered } from './whole-answers.ts';

/** The messages that fit on two sheets of paper with everything else. */
const MOST_MESSAGES_OF_PAGE = 8;

/** What came while nobody was there, and the messages that wait for a reply, without a word of theirs. */
export function waitingSection({ performance: { data }, waiting, askedAt }: Gathered, isPage: boolean): Section {
  const section = { heading: 'Offline messages' };
  const { offline, offline_statements: statements = [] } = data;
  const words = statements.map((statement) => `${statement.replace(/\.$/, '')}.`).join(' ');
  const partly = offline?.coverage.complete === false ? 'Not all are loaded; of those that are: ' : '';
  const received = words === '' ? [] : [`${partly}${words}`];
  if (waiting instanceof NotAnswered) return { ...section, blocks: [...received, waiting.message] };
  const { total, messages } = waiting.data;
  if (messages.length === 0) return { ...section, blocks: [...received, 'No message waits for a reply.'] };
  const shown = messages.slice(0, isPage ? MOST_MESSAGES_OF_PAGE : messages.length);
  const of = shown.length === total ? `${total}` : `${shown.length} of ${total}`;
  const zone = zoneOf(data.period.timezone);
  const table: Table = {
    kind: 'table',
    caption: 'Messages that wait for a reply',
    heads: ['message', 'received', 'waits', 'decided', 'language'],
    rows: shown.map(({ offline_message_id: id, received_at: at, age_hours: age, triage, language = '–' }) => [
      String(id),
      weekdayMomentText(zone, epochMillis(Date.parse(at)), askedAt),
      durationText(age * 3600),
      (triage?.priority ?? '–').replaceAll('_', ' '),
      language,
    ]),
  };
  const which = `The ${of} that ${total === 1 ? 'waits' : 'wait'} for a reply, newest first; those whose visitors were served later come last:`;
  return { ...section, blocks: [...received, which, table] };
}
