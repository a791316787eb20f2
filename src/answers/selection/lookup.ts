import type { KnownContact } from '../../archive/records/visitors/contacts.ts';
import { didYouMean } from '../../model/text/did-you-mean.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { AgentId, VisitorId } from '../../model/ids.ts';
import { emailIdentity, isSamePhone, MIN_NAME_PART, nameIdentity, phoneDigits } from '../../model/person.ts';
import type { Agent } from '../../model/records.ts';
import { joined, trusted, type CallerText, type TrustedText } from '../../model/text/trusted-text.ts';
import { enclosed } from '../../privacy/boundary.ts';
import { namesMark } from '../../privacy/redaction/marks.ts';
import { callerLine, deskLine, joinSafe, safe, type SafeText } from '../../privacy/safe-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { agentName, fullNameOf, visitorName } from '../words/names.ts';
import { SeveralVisitors } from '../error-words.ts';

const MAX_CANDIDATES = 8;

/**
 * The one agent that a person means by an id, an email or a name: the whole name first, then a part of it. Throws
 * InvalidArgument with the candidates when several match, and with the closest names when none does.
 */
export function findAgent(wanted: CallerText, agents: readonly Agent[]): Agent {
  const text = nameIdentity(wanted) ?? '';
  const nameOf = (agent: Agent) => nameIdentity(fullNameOf(agent));
  const steps: ((agent: Agent) => boolean)[] = [
    (agent) => String(agent.agentId) === text,
    (agent) => emailIdentity(agent.email) === text,
    (agent) => nameOf(agent) === text,
    (agent) => [agent.firstName, agent.lastName].some((part) => nameIdentity(part) === text),
    (agent) => text.length >= MIN_NAME_PART && nameOf(agent)?.includes(text) === true,
  ];
  const matches = firstMatches(agents, steps);
  const [only] = matches;
  if (only === undefined) throw unknownAgent(wanted, agents);
  if (matches.length === 1) return only;
  throw new InvalidArgument(
    trusted`Several agents match: ${joined(matches.slice(0, MAX_CANDIDATES).map(describeAgent), '; ')}.`,
    'Ask again with the id of the one that is meant.',
  );
}

/** The agent to whose chats whoever asks is bound, by a name. Throws InvalidArgument for any other name. */
export function ownAgentCalled(wanted: CallerText, own: Agent): Agent {
  try {
    return findAgent(wanted, [own]);
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    throw new InvalidArgument(
      trusted`This identity is bound to the chats of ${describeAgent(own)}, and may ask about no other agent.`,
      'Leave the argument agent out.',
    );
  }
}

function firstMatches<Row>(rows: readonly Row[], steps: readonly ((row: Row) => boolean)[]): Row[] {
  for (const step of steps) {
    const matches = rows.filter(step);
    if (matches.length > 0) return matches;
  }
  return [];
}

function unknownAgent(wanted: CallerText, agents: readonly Agent[]): InvalidArgument {
  const formsOf = (agent: Agent) =>
    [fullNameOf(agent), agent.firstName, agent.lastName, agent.email].filter((form) => form !== undefined);
  const byForm = new Map(
    agents.flatMap((agent) => formsOf(agent).map((form) => [form, describeAgent(agent)] as const)),
  );
  return new InvalidArgument(
    didYouMean(trusted`No agent matches "${callerLine(wanted, 100)}"`, wanted, [...byForm.keys()], {
      shown: (form) => byForm.get(form) ?? form,
      listed: [],
    }),
    'Ask the user, or see list_support_agents.',
  );
}

function describeAgent(agent: Agent): TrustedText {
  const email = agent.email === undefined ? trusted`` : trusted`, ${deskLine(agent.email)}`;
  return trusted`${agentName(agent) ?? 'without a name'} (id ${agent.agentId}${email})`;
}

/** The id that text is, if it can be one. */
export function agentIdIn(text: string): AgentId | undefined {
  return AgentId.safeParse(/^\d{1,16}$/.test(text) ? Number(text) : undefined).data;
}

/** The id that text is, if it can be one. */
export function visitorIdIn(text: string): VisitorId | undefined {
  return VisitorId.safeParse(/^\d{1,16}$/.test(text) ? Number(text) : undefined).data;
}

/**
 * The visitors that a person means by an id, an email, a phone or a name: the whole name first, then a part of it. Digits
 * alone are an id first; where nobody has that id, it may be one that is not at hand, or a phone that has just these digits.
 */
export function findVisitors(wanted: string, contacts: readonly KnownContact[]): KnownContact[] {
  if (namesMark(wanted)) {
    throw new InvalidArgument(
      'That is a mark: it stands for what is redacted, and nobody can be looked up by it.',
      'Ask by the visitor id or the name that stands beside it.',
    );
  }
  const text = nameIdentity(wanted) ?? '';
  const digits = phoneDigits(text);
  const steps: ((contact: KnownContact) => boolean)[] =
    visitorIdIn(text) === undefined
      ? [
          ({ email }) => emailIdentity(email) === text,
          ({ phone }) => phone !== undefined && isSamePhone(phone, text),
          ({ name }) => nameIdentity(name) === text,
          ({ name }) => text.length >= MIN_NAME_PART && nameIdentity(name)?.includes(text) === true,
        ]
      : [
          ({ visitorId }) => String(visitorId) === text,
          ({ phone }) => digits !== undefined && phone !== undefined && phoneDigits(phone) === digits,
        ];
  const matches = firstMatches(contacts, steps);
  return [...new Map(matches.map((contact) => [contact.visitorId, contact])).values()];
}

/** The error that lets whoever asked choose among the visitors that match. */
export function severalVisitors(matches: readonly KnownContact[], redactor: Redactor): SeveralVisitors {
  const shown = matches.slice(0, MAX_CANDIDATES).map((contact) => describeVisitor(contact, redactor));
  const more = matches.length > MAX_CANDIDATES ? [safe`and ${matches.length - MAX_CANDIDATES} more`] : [];
  return new SeveralVisitors(matches.length, enclosed(joinSafe([...shown, ...more], '; ')));
}

function describeVisitor(contact: KnownContact, redactor: Redactor): SafeText {
  const name = visitorName(contact, redactor) ?? safe`without a name`;
  const email = contact.email === undefined ? safe`` : safe`, ${redactor.about(contact).email(contact.email)}`;
  return safe`${name} (id ${contact.visitorId}${email})`;
}
