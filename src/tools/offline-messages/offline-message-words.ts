import { z } from 'zod';
import { meaningOf, type Codebook } from '../../insights/codes/codebook.ts';
import type { OfflineMessage } from '../../model/records.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { QuotedText } from '../../privacy/boundary.ts';
import { OwnText } from '../../privacy/safe-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { TRIAGE_FIELDS } from './triage-words.ts';
import { isoTime } from '../../answers/words/quantities.ts';
import { rounded } from '../../model/words/number.ts';

/** One offline message of a list. Its text is cut: the whole of it is in get_offline_message. */
export const OfflineMessageShape = z.strictObject({
  offline_message_id: z.number(),
  received_at: OwnText,
  age_hours: z.number(),
  visitor: z.strictObject({
    visitor_id: z.number().optional(),
    name: QuotedText.optional(),
    email: QuotedText.optional(),
    phone: QuotedText.optional(),
  }),
  subject: QuotedText.optional(),
  text: QuotedText.optional(),
  unread: z.boolean().optional(),
  replies: z.number().optional(),
});

/** One with its triage. */
export const TriagedMessageShape = OfflineMessageShape.extend(TRIAGE_FIELDS);

/** Whether a message is unread; undefined where the code has no settled meaning. */
export function isUnread(message: OfflineMessage, book: Codebook): boolean | undefined {
  const meaning = meaningOf(book, 'unread', message.unreadCode);
  return meaning === undefined ? undefined : meaning === 'unread';
}

/** A message as data, its text cut to `textLength` characters. */
export async function offlineMessageData(
  message: OfflineMessage,
  book: Codebook,
  zone: Zone,
  now: EpochMillis,
  textLength: number,
  redactor: Redactor,
): Promise<z.input<typeof OfflineMessageShape>> {
  const { visitor, subject, text, replyCount } = message;
  const { field, line, block, email: emailField, phone: phoneField } = redactor.about(visitor);
  const unread = isUnread(message, book);
  return omitUndefined({
    offline_message_id: message.offlineMessageId,
    received_at: isoTime(zone, message.receivedAt),
    age_hours: rounded((now - message.receivedAt) / 3_600_000, 1),
    visitor: omitUndefined({
      visitor_id: visitor.visitorId,
      name: mapKnown(visitor.name, (name) => field(name, 60)),
      email: mapKnown(visitor.email, emailField),
      phone: mapKnown(visitor.phone, phoneField),
    }),
    subject: mapKnown(subject, (subject) => line(subject, 200)),
    text: await mapKnown(text, (text) => block(text, textLength)),
    unread,
    replies: replyCount,
  });
}
