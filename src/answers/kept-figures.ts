import type { Tally } from '../figures/tally.ts';
import type { Archive } from '../archive/archive.ts';
import type { Codebook } from '../model/codebook/codebook.ts';
import type { Agent, NamedAgent } from '../model/records.ts';
import type { AgentId } from '../model/ids.ts';
import type { Seconds } from '../model/time/units.ts';

/** All that is kept has so many chats, and visitors by whom it is grouped: each takes some hundred bytes. */
const MAX_RECORDS = 100_000;
const MAX_QUESTIONS = 64;

/** The figures of a period, and what they rest on. */
export interface Measured {
  readonly tally: Tally;
  /** The agents that its chats name, each as the oldest chat does. */
  readonly named: ReadonlyMap<AgentId, NamedAgent>;
  /** In how many of the transcripts that were looked at nobody can tell who wrote: they are left out. */
  readonly untold: number;
  readonly looked: number;
  /** The number of transcripts that are looked at once the sample is whole, and of all that are not at hand. */
  readonly planned: number;
  readonly missing: number;
  /** The number of wanted transcripts that are not loaded yet, and how long loading them takes. */
  readonly awaited: number;
  readonly awaitedFor: Seconds;
  readonly areMissedNamed: boolean;
  /** The number of chats and other records that it holds. */
  readonly records: number;
}

/** The sources of figures: unchanged, they give the same figures. */
export interface FiguresBasis {
  readonly archive: Archive;
  readonly revision: number;
  readonly book: Codebook;
  readonly agents: readonly Agent[];
}

/** Figures of questions asked lately, kept while what they are made of is unchanged. */
export class KeptFigures {
  readonly #kept = new Map<string, Measured>();
  #basis: FiguresBasis | undefined;

  /** Returns the figures kept for a question; undefined where something has changed since. */
  of(question: string, basis: FiguresBasis): Measured | undefined {
    this.#begin(basis);
    const kept = this.#kept.get(question);
    if (kept === undefined) return undefined;
    // Moved to the end, so that it is dropped last.
    this.#kept.delete(question);
    this.#kept.set(question, kept);
    return kept;
  }

  keep(question: string, measured: Measured, basis: FiguresBasis): void {
    if (measured.records > MAX_RECORDS) return;
    this.#begin(basis);
    this.#kept.set(question, measured);
    let total = [...this.#kept.values()].reduce((sum, { records }) => sum + records, 0);
    for (const [oldest, { records }] of this.#kept) {
      if (total <= MAX_RECORDS && this.#kept.size <= MAX_QUESTIONS) break;
      total -= records;
      this.#kept.delete(oldest);
    }
  }

  #begin(basis: FiguresBasis): void {
    const known = this.#basis;
    const isSame =
      known?.archive === basis.archive &&
      known.revision === basis.revision &&
      known.book === basis.book &&
      known.agents === basis.agents;
    if (!isSame) this.#kept.clear();
    this.#basis = basis;
  }
}
