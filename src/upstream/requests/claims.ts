import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { seconds, type Seconds } from '../../model/time/units.ts';
import { goesBefore, type Priority } from '../../model/progress.ts';

/**
 * Work that one process asks the service for, and none of the others who share its ledger meanwhile. Claims save requests:
 * where one is lost, something is asked for twice, and nothing is wrong. All times are steady milliseconds (uptime.ts).
 */
export const Claim = z.object({
  /** Names the work. */
  key: z.string(),
  holder: z.string(),
  /** After this nobody takes it for held: its process was killed, or sleeps. */
  until: z.int(),
  /** The earliest time of the next request, where none is under way. */
  opensAt: z.int().optional(),
  /** Everybody who waits for the work yields to others. */
  yields: z.literal(true).optional(),
  /** Nobody has asked for the work yet. It yields to background work, too. */
  isAhead: z.literal(true).optional(),
  /** The work has hardly begun: it gives way to work that does all of it and more. */
  isYoung: z.literal(true).optional(),
  /** The work has come to its end, which those who waited for it are to see. */
  isDone: z.literal(true).optional(),
});
export type Claim = z.infer<typeof Claim>;

/**
 * The time that a claim holds when nobody renews it: three renewals, of which one may fail, and short enough for an
 * answer in time to a question that waits for a process that was killed.
 */
const LEASE_MILLIS = 5000;
const RENEW_MILLIS = 1500;

/** Another process asks for the same, or has done so meanwhile. People never see it: the work that it ends looks again. */
export class AskedElsewhere extends Error {
  /** The process that asks; undefined when that is over. */
  readonly holder: string | undefined;

  constructor(holder?: string) {
    super('Another process asks for it');
    this.holder = holder;
  }
}

/** Other work was begun that does a part of the same, or all of it and more: whoever wanted it plans anew. People never see it. */
export class PartAskedElsewhere extends Error {
  constructor() {
    super('Other work does a part of it');
  }
}

/** Somebody else's claim, for those who wait for it. */
export interface OthersClaim {
  readonly key: string;
  readonly holder: string;
  readonly isDone: boolean;
  /** Whether it gives way to work that does all of it and more. */
  readonly isYoung: boolean;
  /** The wait of its next request, where that is known. */
  readonly opensIn: Seconds | undefined;
  /** Whether work of that priority may go on with it at once. */
  readonly isFreeFor: (priority: Priority) => boolean;
}

/** The state of work whose claim lasts for several requests. */
export interface LastingWork {
  readonly priority: () => Priority;
  /** The wait of its next request; undefined while it has one under way, and where it is not known. */
  readonly opensIn: () => Seconds | undefined;
  /** Whether it gives way to work that does all of it and more; by default it does not. */
  readonly isYoung?: () => boolean;
}

/** Work of another process that may do a part of the same. */
export type OthersWork = Pick<OthersClaim, 'key' | 'isYoung'>;

interface Held {
  renewedAt: number;
  /** Undefined for a single request's claim. */
  readonly work: LastingWork | undefined;
}

interface ClaimsOptions {
  /** Changes what is claimed, with nobody else in between. `step` may run again. */
  readonly change: (step: (claims: readonly Claim[]) => readonly Claim[]) => Promise<void>;
  readonly read: () => Promise<readonly Claim[]>;
  /** Those of the last change here. */
  readonly seen: () => readonly Claim[];
  readonly now: () => number;
}

/** The claims of one process. */
export class Claims {
  readonly #holder = randomUUID();
  readonly #held = new Map<string, Held>();
  /** Given back, of which the others have yet to hear. */
  #givenBack = new Set<string>();
  readonly #change: ClaimsOptions['change'];
  readonly #read: ClaimsOptions['read'];
  readonly #seen: ClaimsOptions['seen'];
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;

  constructor({ change, read, seen, now }: ClaimsOptions) {
    this.#change = change;
    this.#read = read;
    this.#seen = seen;
    this.#now = now;
  }

  /**
   * Claims work of several requests, from before the first until `release`. Throws AskedElsewhere while another process
   * has it, and PartAskedElsewhere while one has work that `overlaps`. Where the claims cannot be written the
   * work goes on without.
   */
  async take(key: string, work: LastingWork, overlaps: (other: OthersWork) => boolean = () => false): Promise<void> {
    let blocker: Claim | undefined;
    let isPartTaken = false;
    const written = await this.#tryToChange((claims) => {
      blocker = this.findBlocker(claims, key, work.priority());
      isPartTaken = claims.some(
        (claim) => claim.key !== key && this.#isUnderWayElsewhere(claim) && overlaps(workOf(claim)),
      );
      return blocker === undefined && !isPartTaken ? this.withOwn(claims, key, work) : claims;
    });
    if (blocker !== undefined) throw new AskedElsewhere(blocker.holder);
    if (isPartTaken) throw new PartAskedElsewhere();
    if (written) this.hold(key, work);
  }

  /** Gives a claim back, if there is one; `isDone` where its work came to its end. */
  async release(key: string, isDone: boolean): Promise<void> {
    const held = this.#held.get(key);
    this.#held.delete(key);
    if (held === undefined) return;
    if (isDone && held.work === undefined) {
      // The others find what they waited for in the archive: to tell them takes no transaction of its own.
      this.#givenBack.add(key);
    } else {
      await this.#tryToChange((claims) =>
        claims.flatMap((claim) => {
          if (!this.#isOwn(claim, key)) return [claim];
          return isDone ? [{ key, holder: this.#holder, until: this.#now() + LEASE_MILLIS, isDone }] : [];
        }),
      );
    }
  }

  /** Gives back what was claimed with a request that failed: before the next attempt somebody else may try. */
  releaseFailed(key: string): void {
    if (this.#held.get(key)?.work !== undefined) return;
    if (this.#held.delete(key)) this.#givenBack.add(key);
  }

  /** Returns the claims of other processes. */
  async others(): Promise<OthersClaim[]> {
    const now = this.#now();
    const claims = await this.#read();
    return claims
      .filter((claim) => isLive(claim, now) && claim.holder !== this.#holder)
      .map((claim) => ({
        key: claim.key,
        holder: claim.holder,
        isDone: claim.isDone === true,
        isYoung: claim.isYoung === true,
        opensIn: claim.opensAt === undefined ? undefined : seconds(Math.max(0, claim.opensAt - now) / 1000),
        isFreeFor: (priority) => isFreeFor(claim, priority, now),
      }));
  }

  /** Returns the keys of the work under way in other processes, as of the last change of claims by this one. */
  seenElsewhere(): string[] {
    return this.#seen()
      .filter((claim) => this.#isUnderWayElsewhere(claim))
      .map(({ key }) => key);
  }

  /** Renews nothing any more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#held.clear();
  }

  // For the gate, which takes the claim of a request in the transaction that gives it its place.

  /** Finds the claim that keeps this process from asking. */
  findBlocker(claims: readonly Claim[], key: string, priority: Priority): Claim | undefined {
    const now = this.#now();
    return claims.find(
      (claim) =>
        claim.key === key && claim.holder !== this.#holder && isLive(claim, now) && !isFreeFor(claim, priority, now),
    );
  }

  /** Forgets a claim that another process has taken over. */
  forget(key: string): void {
    this.#held.delete(key);
  }

  /** Returns the claims with one of this process for a request that goes out now. */
  withOwn(claims: readonly Claim[], key: string, work?: LastingWork): readonly Claim[] {
    const now = this.#now();
    const rest = claims.filter((claim) => claim.key !== key && isLive(claim, now));
    return [...rest, this.#claim(key, work, now)];
  }

  /** Holds a claim that was written, and keeps renewing it. */
  hold(key: string, work?: LastingWork): void {
    const held = this.#held.get(key);
    if (held === undefined) this.#held.set(key, { renewedAt: this.#now(), work });
    else held.renewedAt = this.#now();
    this.#givenBack.delete(key);
    this.#keepRenewing();
  }

  /** Takes what was given back since the last time: the next write tells the others. */
  takeGivenBack(): ReadonlySet<string> {
    const keys = this.#givenBack;
    this.#givenBack = new Set();
    return keys;
  }

  /** Keeps what was given back for the next write: this one failed. */
  keepGivenBack(keys: ReadonlySet<string>): void {
    for (const key of keys) this.#givenBack.add(key);
  }

  /** Returns the claims without some of this process. */
  withoutOwn(claims: readonly Claim[], keys: ReadonlySet<string>): readonly Claim[] {
    return claims.filter(({ key, holder }) => holder !== this.#holder || !keys.has(key));
  }

  #claim(key: string, work: LastingWork | undefined, now: number): Claim {
    return omitUndefined({
      key,
      holder: this.#holder,
      until: now + LEASE_MILLIS,
      opensAt: mapKnown(work?.opensIn(), (wait) => Math.ceil(now + wait * 1000)),
      yields: work === undefined || work.priority() === 'person' ? undefined : (true as const),
      isAhead: work?.priority() === 'ahead' ? (true as const) : undefined,
      isYoung: (work ?? this.#held.get(key)?.work)?.isYoung?.() === true ? (true as const) : undefined,
    });
  }

  #isUnderWayElsewhere(claim: Claim): boolean {
    return claim.holder !== this.#holder && claim.isDone !== true && isLive(claim, this.#now());
  }

  #isOwn(claim: Claim, key: string): boolean {
    return claim.key === key && claim.holder === this.#holder;
  }

  #keepRenewing(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#renew().finally(() => {
        if (this.#held.size > 0) this.#keepRenewing();
      });
    }, RENEW_MILLIS).unref();
  }

  /** Renews what no request has renewed lately. */
  async #renew(): Promise<void> {
    const now = this.#now();
    const due = [...this.#held].filter(([, { renewedAt }]) => now - renewedAt >= RENEW_MILLIS);
    if (due.length === 0) return;
    const written = await this.#tryToChange((claims) => {
      const now = this.#now();
      return claims.map((claim) => {
        const own = due.find(([key]) => this.#isOwn(claim, key));
        // A request that has gone out meanwhile has renewed it, and is under way.
        const isRenewed = claim.until > now + LEASE_MILLIS - RENEW_MILLIS;
        return own === undefined || isRenewed ? claim : this.#claim(claim.key, own[1].work, now);
      });
    });
    if (written) for (const [, held] of due) held.renewedAt = now;
  }

  async #tryToChange(step: (claims: readonly Claim[]) => readonly Claim[]): Promise<boolean> {
    try {
      await this.#change(step);
      return true;
    } catch {
      return false;
    }
  }
}

function workOf({ key, isYoung }: Claim): OthersWork {
  return { key, isYoung: isYoung === true };
}

/**
 * Whether nobody has to wait for it: its work is done, or yields to work of that priority, has nothing under way and stands
 * in line. So a person waits for no work that would not be done sooner by asking; nor for a request of what is read ahead, which is
 * mostly between two of them: at most one page is asked for twice.
 */
function isFreeFor({ isDone, yields, isAhead, opensAt }: Claim, priority: Priority, now: number): boolean {
  const held = isAhead === true ? 'ahead' : yields === true ? 'background' : 'person';
  const isIdle = isAhead === true || (opensAt !== undefined && opensAt > now);
  return isDone === true || (goesBefore(priority, held) && isIdle);
}

/** Whether a claim holds still. One that holds far too long is of a clock that was set back since. */
function isLive({ until }: Claim, now: number): boolean {
  return until > now && until <= now + 2 * LEASE_MILLIS;
}
