import type { Message, Transcript } from '../answers.ts';

/** From so many seconds on, a time in which nobody wrote is drawn, and a visitor's wait. */
const SHORTEST_SILENCE = 120;
const SHORTEST_WAIT = 60;

/** A time before a message: a visitor waited for an agent, who then wrote, or neither of them wrote. */
export interface Pause {
  readonly kind: 'wait' | 'silence';
  readonly seconds: number;
  /** The moments between which it was. */
  readonly from: string;
  readonly to: string;
  /** The place of the message with which it began: of a wait, the visitor's first one that no agent had answered. */
  readonly message: number;
  /** Who ended it. */
  readonly endedBy: Message['role'];
}

/** How a chat stands behind a message. */
export interface Standing {
  readonly before?: Message;
  /** The last message of the visitor or an agent, or of one who may be either; bots and the system end neither wait nor silence. */
  readonly party?: Placed | undefined;
  /** The visitor's first message since an agent wrote. */
  readonly unanswered?: Placed | undefined;
}

interface Placed {
  readonly message: Message;
  readonly place: number;
}

const secondsBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000;

/** Returns how a chat stands behind its next message. */
export function standingAfter({ party, unanswered }: Standing, message: Message, place: number): Standing {
  const { role } = message;
  const placed = { message, place };
  return {
    before: message,
    party: role === 'bot' || role === 'system' ? party : placed,
    unanswered: role === 'agent' ? undefined : role === 'visitor' ? (unanswered ?? placed) : unanswered,
  };
}

/** The pause before a message that is worth being drawn. Where the message ends a wait, it is that and no silence. */
export function pauseBefore({ party, unanswered }: Standing, message: Message): Pause | undefined {
  const { role } = message;
  if (role === 'bot' || role === 'system') return undefined;
  const isWait = role === 'agent' && unanswered !== undefined;
  const since = isWait ? unanswered : party;
  const from = since?.message.at;
  if (since === undefined || from === undefined || message.at === undefined) return undefined;
  const seconds = secondsBetween(from, message.at);
  if (seconds < (isWait ? SHORTEST_WAIT : SHORTEST_SILENCE)) return undefined;
  const kind = isWait ? 'wait' : 'silence';
  return { kind, seconds, from, to: message.at, message: since.place, endedBy: role };
}

/** The wait until an agent took the chat. A visitor who wrote before that waited for the answer to these words: that is told as one. */
export function firstWait({ chat }: Pick<Transcript, 'chat'>, messages: readonly Message[]): Pause | undefined {
  const { wait_seconds: seconds = 0, requested_at: from, missed = false } = chat;
  const opening = messages.find(({ role }) => role === 'visitor')?.at;
  const isTaken = opening === undefined || secondsBetween(from, opening) >= Math.floor(seconds);
  if (missed || seconds < SHORTEST_WAIT || !isTaken) return undefined;
  const ended = new Date(Date.parse(`${from.slice(0, 19)}Z`) + seconds * 1000).toISOString();
  return { kind: 'wait', seconds, from, to: `${ended.slice(0, 19)}${from.slice(19)}`, message: 0, endedBy: 'system' };
}

/** The waits of a visitor for an agent, in their order, and the longest silence that is none of them. */
export function pausesOf(
  data: Pick<Transcript, 'chat'>,
  messages: readonly Message[],
): { readonly waits: readonly Pause[]; readonly silence: Pause | undefined } {
  const first = firstWait(data, messages);
  const waits: Pause[] = first === undefined ? [] : [first];
  let silence: Pause | undefined;
  let standing: Standing = {};
  for (const [place, message] of messages.entries()) {
    const pause = pauseBefore(standing, message);
    if (pause?.kind === 'wait') waits.push(pause);
    // While an agent is waited for, it is a part of that wait.
    else if (pause && standing.unanswered === undefined && pause.seconds > (silence?.seconds ?? 0)) silence = pause;
    standing = standingAfter(standing, message, place);
  }
  return { waits, silence };
}

/** The seconds from the visitor's first message to the first one of an agent after it, as the times that are shown have it. */
export function firstResponseOf(messages: readonly Message[]): number | undefined {
  const opening = messages.findIndex(({ role }) => role === 'visitor');
  const from = messages[opening]?.at;
  const to = messages.slice(opening + 1).find(({ role }) => role === 'agent')?.at;
  return from === undefined || to === undefined ? undefined : secondsBetween(from, to);
}

/** By how much the desk's time is ahead of UTC, in words. */
export function offsetOf(moment: string): string {
  const [, offset = 'Z'] = /(Z|[+-]\d\d:\d\d)$/.exec(moment) ?? [];
  return offset === 'Z' || offset === '+00:00' ? 'UTC' : `UTC${offset}`;
}
