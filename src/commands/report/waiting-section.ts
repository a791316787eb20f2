import { zoneOf } from '../../model/calendar/zone.ts';
import { epochMillis } from '../../model/time/units.ts';
import { durationText } from '../../model/words/duration.ts';
import { weekdayMomentText } from '../../model/words/time.ts';
import type { Gathered } from './gathered.ts';
import { sectionOf } from './answered-section.ts';
import type { Section } from './section.ts';

/** The messages that fit on two sheets of paper with everything else. */
const MOST_MESSAGES_OF_PAGE = 8;

/** What came while nobody was there, and the messages that wait for a reply, without a word of theirs. */
export function waitingSection({ performance: { data }, waiting, askedAt }: Gathered, isPage: boolean): Section {
  const { offline, offline_statements: statements = [] } = data;
  const words = statements.map((statement) => `${statement.replace(/\.$/, '')}.`).join(' ');
  const partly = offline?.coverage.complete === false ? 'Not all are loaded; of those that are: ' : '';
  const { heading, blocks } = sectionOf('Offline messages', waiting, ({ data: { total, messages } }) => {
    if (messages.length === 0) return ['No message waits for a reply.'];
    const shown = messages.slice(0, isPage ? MOST_MESSAGES_OF_PAGE : messages.length);
    const of = shown.length === total ? `${total}` : `${shown.length} of ${total}`;
    const zone = zoneOf(data.period.timezone);
    return [
      `The ${of} that ${total === 1 ? 'waits' : 'wait'} for a reply, newest first; those whose visitors were served later come last:`,
      {
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
      },
    ];
  });
  return { heading, blocks: [...(words === '' ? [] : [`${partly}${words}`]), ...blocks] };
}
