import type { z } from 'zod';
import { dataOf, foreignText, shapeOf } from '../../answers/rows/field.ts';
import type { SectionFormat } from '../../answers/rows/sections.ts';
import type { VisitorRecord } from '../../model/records.ts';
import { joinWords } from '../../privacy/quoted.ts';
import type { Voice } from '../../answers/rows/voice.ts';

const NAME = { form: 'field', length: 60 } as const;

const FIELDS = [
  foreignText<VisitorRecord>('name', ({ name }) => name, NAME),
  foreignText<VisitorRecord>('city', ({ context }) => context.city, NAME),
  foreignText<VisitorRecord>('country', ({ context }) => context.country, NAME),
  foreignText<VisitorRecord>('platform', ({ context }) => context.platform, NAME),
  foreignText<VisitorRecord>('browser', ({ context }) => context.browser, NAME),
  foreignText<VisitorRecord>('email', ({ email }) => email, { form: 'email' }),
  foreignText<VisitorRecord>('phone', ({ phone }) => phone, { form: 'phone' }),
];

/** A contact record that the service has of a visitor: they are without ids. */
export const CONTACT: SectionFormat<VisitorRecord> & { readonly schema: z.ZodType } = {
  schema: shapeOf(FIELDS),
  data: (record, voice) => dataOf(FIELDS, record, aboutThem(record, voice)),
  line: (record, spoken) => {
    const voice = aboutThem(record, spoken);
    const words = joinWords(
      FIELDS.map((field) => field.words(record, voice)),
      ', ',
    );
    return ['- ', ...(words.length === 0 ? ['(an empty record)'] : words)];
  },
};

function aboutThem({ email, phone, context }: VisitorRecord, voice: Voice): Voice {
  const { ipAddress: ip, country } = context;
  return { ...voice, redactor: voice.redactor.about({ email, phone, ip, country }) };
}
