import { trusted } from '../../model/text/trusted-text.ts';
import { RepeatContactSums, REPEAT_CONTACT_DAYS } from '../kinds/repeat-contact.ts';
import { SHARE } from '../kinds/share.ts';
import type { Metric } from './metric.ts';

export const repeatContact = {
  name: 'repeat_contact',
  label: trusted`repeat contact within ${REPEAT_CONTACT_DAYS} days`,
  of: trusted`visitors`,
  definition: trusted`Visitors with two chats within ${REPEAT_CONTACT_DAYS} days, of all visitors. A proxy: resolution is unknown. Only for all chats of at least that many whole days.`,
  codes: [],
  scope: 'everybody',
  kind: SHARE,
  basis: 'rows',
  column: ({ visitors }) => visitors,
  sums: () => new RepeatContactSums(),
} as const satisfies Metric;
