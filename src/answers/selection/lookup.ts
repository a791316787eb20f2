import type { KnownContact } from '../../archive/records/visitors/contacts.ts';
import { matchingVisitors } from '../../insights/visitors/matching-visitors.ts';
import { didYouMean } from '../../model/text/did-you-mean.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { AgentId, type VisitorId } from '../../model/ids.ts';
import { emailIdentity, MIN_NAME_PART, nameIdentity } from '../../model/person.ts';
import type { Agent } from '../../model/records.ts';
import { mapInSlices } from '../../model/slices.ts';
import { enumerated, joined, trusted, type CallerText, type TrustedText } from '../../model/text/trusted-text.ts';
import { momentText } from '../../model/words/time.ts';
import { enclosed } from '../../privacy/boundary.ts';
import { joinMixed, mixed, plainText, Quoted, withoutPseudonym } from '../../privacy/quoted.ts';
import { namesMark } from '../../privacy/redaction/marks.ts';
import { callerQuotation, deskLine } from '../../privacy/cleaned-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { epochMillis, type EpochMillis } from '../../model/time/units.ts';
import { mapKnown } from '../../model/omit-undefined.ts';
import type { Desk } from '../desk.ts';
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
  throw severalAgents(wanted, matches);
}

/** The agent to whose chats the caller is bound, by a name. Throws InvalidArgument for any other name. */
export function ownAgentCalled(wanted: CallerText, own: Agent): Agent {
  try {
    return findAgent(wanted, [own]);
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    throw new InvalidArgument(
      trusted`This caller may see only the chats of ${describeAgent(own)}.`,
      'Leave out agent.',
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
  const byForm = Map.groupBy(
    agents.flatMap((agent) => formsOf(agent).map((form) => ({ form, agent }))),
    ({ form }) => form,
  );
  return new InvalidArgument(
    didYouMean(trusted`No agent matches ${callerQuotation(wanted, 100)}`, wanted, [...byForm.keys()], {
      shown: (form) =>
        enumerated(
          (byForm.get(form) ?? []).slice(0, MAX_CANDIDATES).map(({ agent }) => describeAgent(agent)),
          'or',
        ),
      listed: [],
    }),
    'Ask the user, or see list_support_agents.',
  );
}

/** The error that has an assistant ask which of several agents is right. */
function severalAgents(wanted: CallerText, matches: readonly Agent[]): InvalidArgument {
  // Addresses distinguish agents with the same name.
  const areNamesakes = new Set(matches.map(fullNameOf)).size < matches.length;
  const shown = matches.slice(0, MAX_CANDIDATES).map((agent) => describeAgent(agent, areNamesakes));
  const more = matches.length > shown.length ? [trusted`and ${matches.length - shown.length} more`] : [];
  return new InvalidArgument(
    trusted`${matches.length} agents match ${callerQuotation(wanted, 100)}: ${joined([...shown, ...more], ', ')}.`,
    'Ask the user which one, then repeat the call with its id.',
  );
}

function describeAgent(agent: Agent, withEmail = false): TrustedText {
  const email = withEmail && agent.email !== undefined ? trusted`, ${deskLine(agent.email)}` : trusted``;
  return trusted`${agentName(agent) ?? '(no name)'} (${agent.agentId}${email})`;
}

/** The id that text is, if it can be one. */
export function agentIdIn(text: string): AgentId | undefined {
  return AgentId.safeParse(/^\d{1,16}$/.test(text) ? Number(text) : undefined).data;
}

/** The visitors that a person means (`insights/visitors/matching-visitors.ts`). Throws InvalidArgument for a mark of redaction. */
export function findVisitors(wanted: string, contacts: readonly KnownContact[]): KnownContact[] {
  if (namesMark(wanted)) {
    throw new InvalidArgument(
      'A redaction mark such as [email] finds no visitor.',
      'Use the visitor id or name beside it.',
    );
  }
  return matchingVisitors(wanted, contacts);
}

/** The error that has an assistant ask which of several visitors is right, with what distinguishes them. */
export async function severalVisitors(
  wanted: CallerText,
  matches: readonly KnownContact[],
  { archive, zone }: Desk,
  redactor: Redactor,
): Promise<SeveralVisitors> {
  const shown = matches.slice(0, MAX_CANDIDATES);
  const ids = shown.map(({ visitorId }) => visitorId);
  const contexts = await archive.visitors.contexts(ids);
  const lastAt = new Map<VisitorId, EpochMillis>();
  for (const { visitorId, at } of await archive.visitors.lastContacts(ids)) {
    lastAt.set(visitorId, epochMillis(Math.max(at, lastAt.get(visitorId) ?? at)));
  }
  // A name may take long to redact.
  const lines = await mapInSlices(shown, (contact) => {
    const { city, country } = contexts.get(contact.visitorId) ?? {};
    const last = mapKnown(lastAt.get(contact.visitorId), (at) => `last contact ${momentText(zone, at, 'with year')}`);
    // The id stands beside it: the pseudonym is for programs.
    const name = withoutPseudonym(visitorName(contact, redactor) ?? new Quoted('(no name)'));
    const email = mapKnown(contact.email, (email) => withoutPseudonym(redactor.about(contact).email(email)));
    const place = [city, country].flatMap((part) => (part === undefined ? [] : [redactor.field(part, 60)]));
    const facts = [
      last,
      name,
      email !== undefined && plainText(email) === plainText(name) ? undefined : email,
      place.length > 0 ? joinMixed(place, ', ') : undefined,
    ];
    return mixed`- ${contact.visitorId} · ${joinMixed(
      facts.filter((fact) => fact !== undefined),
      ' · ',
    )}`;
  });
  const more = matches.length > shown.length ? [`- and ${matches.length - shown.length} more`] : [];
  return new SeveralVisitors(
    trusted`${matches.length} visitors match ${callerQuotation(wanted, 100)}:`,
    enclosed(joinMixed([...lines, ...more], '\n')),
  );
}
