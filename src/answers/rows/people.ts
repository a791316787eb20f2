import { mapKnown, omitUndefined } from '../../model/omit-undefined.ts';
import type { NamedAgent, VisitorContact } from '../../model/records.ts';
import { agentName } from '../words/names.ts';
import { field, foreignText, NUMBER, part, TEXT, type Field } from './field.ts';

/** The most characters of a person's name. */
export const NAME_LENGTH = 60;

/** The agent of a record: the name, or else the id. */
export function agentPart<Row>(of: (row: Row) => NamedAgent | undefined): Field<Row> {
  const nameOf = (row: Row) => mapKnown(of(row), agentName);
  return part('agent', [
    field('agent_id', NUMBER, (row) => of(row)?.agentId, {
      say: (_, row) => (nameOf(row) === undefined ? `agent ${of(row)?.agentId}` : ''),
    }),
    field('name', TEXT, nameOf),
  ]);
}

/** The visitor of a record: the name, or else a contact, and the id. */
export function visitorPart<Row>(of: (row: Row) => VisitorContact): Field<Row> {
  const calledBy = (row: Row): Partial<VisitorContact> => {
    const { name, email, phone } = of(row);
    return name !== undefined ? { name } : email !== undefined ? { email } : omitUndefined({ phone });
  };
  return part('visitor', [
    foreignText('name', (row) => calledBy(row).name, { form: 'field', length: NAME_LENGTH }),
    foreignText('name', (row) => calledBy(row).email, { form: 'email' }),
    foreignText('name', (row) => calledBy(row).phone, { form: 'phone' }),
    field('visitor_id', NUMBER, (row) => of(row).visitorId, {
      say: (_, row) => `${Object.keys(calledBy(row)).length === 0 ? '(no name) ' : ''}(${of(row).visitorId})`,
    }),
  ]);
}
