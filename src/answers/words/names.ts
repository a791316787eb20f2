import type { NamedAgent, VisitorContact } from '../../model/records.ts';
import { joined, type TrustedText } from '../../model/text/trusted-text.ts';
import { mixed, Quoted } from '../../privacy/quoted.ts';
import { deskField } from '../../privacy/cleaned-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';

/** An agent's first and last name, as far as they are known; empty where neither is. */
export function fullNameOf({ firstName, lastName }: Pick<NamedAgent, 'firstName' | 'lastName'>): TrustedText {
  return joined(
    [firstName, lastName].filter((part) => part !== undefined),
    ' ',
  );
}

/** An agent's name, or the email address where there is no name. */
export function agentName(agent: Omit<NamedAgent, 'agentId'>): TrustedText | undefined {
  const name = fullNameOf(agent);
  if (name !== '') return deskField(name, 60);
  return agent.email === undefined ? undefined : deskField(agent.email, 60);
}

/** A visitor's name, or the email address or phone where there is no name. */
export function visitorName(visitor: Omit<VisitorContact, 'visitorId'>, redactor: Redactor): Quoted | undefined {
  const { name, email, phone } = visitor;
  const about = redactor.about(visitor);
  if (name !== undefined) return about.field(name, 60);
  if (email !== undefined) return about.email(email);
  return phone === undefined ? undefined : about.phone(phone);
}

/** A visitor in a line: the name, and the id by which others of their records are found. */
export function visitorWords(visitor: VisitorContact, redactor: Redactor): Quoted {
  const name = visitorName(visitor, redactor) ?? new Quoted('(no name)');
  return visitor.visitorId === undefined ? name : mixed`${name} (${visitor.visitorId})`;
}
