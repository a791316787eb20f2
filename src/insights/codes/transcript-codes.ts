import { omitUndefined } from '../../model/omit-undefined.ts';
import type { CodeMeaning, CodeObservations, SeenTranscript } from '../../model/codes.ts';
import { textOf } from '../../model/foreign.ts';
import { nameIdentity } from '../../model/person.ts';
import type { Chat } from '../../model/records.ts';
import { isProven } from '../../figures/statistics/confidence.ts';
import type { Agreement, Likely, Proof } from '../../model/codebook/codebook.ts';
import { agentNameOf, agentNamesOf, partiesNamed } from './author-names.ts';
import { evidenceOf, ofText, type CodeEvidence } from './code-evidence.ts';
import { trusted } from '../../model/text/trusted-text.ts';

/** The people who had a part in a chat, as far as names tell. */
export interface Parties {
  readonly chat: Chat;
  /** The agents who wrote. */
  readonly agents: ReadonlySet<string>;
  /** The agent of the row, who may have written nothing. */
  readonly rowAgent?: string;
  /** Epoch ms of the first message of any agent, and of the visitor. */
  readonly agentAt?: number;
  readonly visitorAt?: number;
}

/** The parties of every loaded transcript. */
export function partiesIn({ transcripts, agentNames }: CodeObservations): Parties[] {
  const agents = agentNamesOf(agentNames);
  return transcripts.map(({ chat, authors }) => {
    const party = partiesNamed(chat.visitor, agents);
    const told = authors.map(({ name, firstAt }) => ({ name, firstAt, party: party(name) }));
    const firstOf = (wanted: 'visitor' | 'agent'): number =>
      Math.min(...told.flatMap(({ party, firstAt }) => (party === wanted && firstAt !== undefined ? [firstAt] : [])));
    const [agentAt, visitorAt] = [firstOf('agent'), firstOf('visitor')];
    const rowAgent = chat.agent && agentNameOf(chat.agent);
    return {
      chat,
      agents: new Set(told.flatMap(({ party, name }) => (party === 'agent' ? (nameIdentity(textOf(name)) ?? []) : []))),
      ...omitUndefined({ rowAgent }),
      ...(Number.isFinite(agentAt) && { agentAt }),
      ...(Number.isFinite(visitorAt) && { visitorAt }),
    };
  });
}

/** The numbers of transcripts with names of each party under one code. */
interface Names {
  readonly visitor: number;
  readonly agent: number;
  /** Other names, or several kinds of names in one transcript. */
  readonly other: number;
  /** Other names where the visitor gave none: it may be the visitor's. */
  readonly nameless: number;
}

const NO_NAMES: Names = { visitor: 0, agent: 0, other: 0, nameless: 0 };

/**
 * `user_type`: names first. The one code under which nearly every transcript has the visitor's name is the visitor's,
 * and the one under which it has an agent's is an agent's; two such codes prove nothing. Agents are looked for in chats
 * that are known to have been served: in others, an automatic message in an agent's name would be all there is. Bot and
 * system are not told apart: both write under names of their own.
 */
export function userTypeEvidence(
  observed: CodeObservations,
  servedCodes: ReadonlySet<number>,
): CodeEvidence<'user_type'> {
  const agents = agentNamesOf(observed.agentNames);
  const seen = new Map<number, number>();
  const namesByCode = new Map<number, Names>();
  for (const transcript of observed.transcripts) {
    const { missedCode, startedAt } = transcript.chat;
    const isServed = startedAt !== undefined && missedCode !== undefined && servedCodes.has(missedCode);
    const byCode = Map.groupBy(transcript.authors, ({ userTypeCode }) => userTypeCode);
    for (const [code, authors] of byCode) {
      if (code === undefined) continue;
      seen.set(code, (seen.get(code) ?? 0) + 1);
      const kind = kindOf(authors, transcript, agents);
      if (kind === undefined || (kind === 'agent' && !isServed)) continue;
      const names = namesByCode.get(code) ?? NO_NAMES;
      namesByCode.set(code, { ...names, [kind]: names[kind] + 1 });
    }
  }
  const proofs = new Map<number, Proof<CodeMeaning<'user_type'>>>();
  for (const meaning of ['visitor', 'agent'] as const) {
    const proven = [...namesByCode].flatMap(([code, names]) => {
      const agreement = agreementOf(meaning, names);
      return isProven(agreement) ? [{ code, agreement }] : [];
    });
    const [only] = proven;
    if (only === undefined || proven.length > 1) continue;
    proofs.set(only.code, { meaning, agreement: only.agreement, because: trusted`under the ${meaning}'s name` });
  }
  return evidenceOf(
    seen,
    (code) => {
      const { visitor, agent, other, nameless } = namesByCode.get(code) ?? NO_NAMES;
      const n = visitor + agent + other + nameless;
      return n === 0 ? [] : [trusted`of ${n} transcripts ${visitor} with the visitor's name, ${agent} with an agent's`];
    },
    proofs,
    likelyUserTypes(namesByCode, proofs),
  );
}

/** With fewer transcripts, a name under a code may be there by chance. */
const FEWEST_TRANSCRIPTS = 3;

/** The one code under which all loaded transcripts, however few, have names of a party. */
function likelyUserTypes(
  namesByCode: ReadonlyMap<number, Names>,
  proofs: ReadonlyMap<number, Proof<CodeMeaning<'user_type'>>>,
): ReadonlyMap<number, Likely<CodeMeaning<'user_type'>>> {
  const proven = new Set([...proofs.values()].map(({ meaning }) => meaning));
  const likely = new Map<number, Likely<CodeMeaning<'user_type'>>>();
  for (const meaning of ['visitor', 'agent'] as const) {
    if (proven.has(meaning)) continue;
    const [only, ...more] = [...namesByCode].flatMap(([code, names]) => {
      const { n, agreeing } = agreementOf(meaning, names);
      return n >= FEWEST_TRANSCRIPTS && agreeing >= 0.9 * n ? [{ code, n, agreeing }] : [];
    });
    if (only === undefined || more.length > 0 || proofs.has(only.code)) continue;
    const because = trusted`under the ${meaning}'s name in ${ofText(only)} loaded transcripts`;
    likely.set(only.code, { meaning, because });
  }
  return likely;
}

function agreementOf(meaning: 'visitor' | 'agent', { visitor, agent, other, nameless }: Names): Agreement {
  const n = visitor + agent + other;
  return meaning === 'visitor' ? { n, agreeing: visitor } : { n: n + nameless, agreeing: agent };
}

function kindOf(
  authors: SeenTranscript['authors'],
  { chat }: SeenTranscript,
  agents: ReturnType<typeof agentNamesOf>,
): keyof Names | undefined {
  const named = authors.filter(({ name }) => nameIdentity(textOf(name)) !== undefined);
  const party = partiesNamed(chat.visitor, agents);
  const kinds = new Set(named.map(({ name }) => party(name)));
  const [kind] = kinds;
  if (named.length === 0) return undefined;
  if (kinds.size > 1) return 'other';
  if (kind !== undefined) return kind;
  return nameIdentity(textOf(chat.visitor.name)) === undefined ? 'nameless' : 'other';
}
