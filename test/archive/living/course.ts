import type { Diary, Tally } from './diary.ts';
import { happen, KINDS, type Happened, type Happening } from './events.ts';
import type { Life } from './life.ts';
import { LivingService, type Asked } from './moving-service.ts';
import { LivingWorld } from './moving-world.ts';

/** The most pages of a walk when the desk begins. */
const MAX_PAGES = 12;

/** The world of a life, its service, and what happens in its course: between two requests, or while a record is on its way. */
export class Course {
  readonly world: LivingWorld;
  readonly service: LivingService;
  readonly #pageSize: number;
  readonly #tally: Tally;
  readonly #diary: Diary;
  readonly #walks = new WatchedWalks();
  /** The events that happen to records on their way, and those between requests. */
  readonly #toRecords: Happening[];
  readonly #toLists: Happening[];
  #until: number;
  /** Since when nothing happens any more. */
  calmAt = -Infinity;

  constructor(life: Life, now: number, tally: Tally, diary: Diary) {
    const { pageSize } = life.ways;
    const most = (count: number): number => Math.min(count, MAX_PAGES * pageSize);
    const { chats, visitors, messages, ...rest } = life.beginning;
    const sizes = { chats: most(chats), visitors: most(visitors), messages: most(messages) };
    this.world = new LivingWorld({ ...rest, ...sizes }, now);
    this.service = new LivingService(this.world, life.ways, rest.seed, {
      before: (asked) => this.#go(asked, 'before'),
      after: (asked) => this.#after(asked),
    });
    this.#pageSize = pageSize;
    this.#tally = tally;
    this.#diary = diary;
    const events = KINDS[life.kind];
    const happenings = life.happenings.flatMap(({ what, ...rest }): Happening[] => {
      const event = events[what % Math.max(events.length, 1)];
      return event === undefined ? [] : [{ ...rest, event }];
    });
    this.#toRecords = happenings.filter(({ place }) => place === 'under way');
    this.#toLists = happenings.filter(({ place }) => place !== 'under way');
    this.#until = this.#toLists[0]?.gap ?? 0;
  }

  /** From now on nothing happens any more. */
  calm(): void {
    this.calmAt = Date.now();
  }

  #after(asked: Asked): void {
    const rows = asked.order === undefined ? '' : `, of ${asked.order.join(' ')}`;
    this.#diary.note(`server ${asked.server} reads ${asked.path}${rows}`);
    this.#tally.add('requests');
    if ((asked.together ?? 1) > 1) this.#tally.add('requests for pages while others are under way');
    const { since, pages } = this.#walks.asked(asked);
    for (const { event, place } of since) this.#tally.add(`${event} in the middle of a walk, ${place}`);
    if (pages > 1) this.#tally.add(`walks of ${pages} requests`);
    this.#go(asked, 'after');
  }

  #go(asked: Asked, when: Happening['when']): void {
    if (this.calmAt > -Infinity) return;
    if (asked.page === undefined && when === 'after') this.#let(this.#toRecords.shift(), asked);
    const [next] = this.#toLists;
    if (next?.when !== when) return;
    this.#until -= 1;
    if (this.#until > 0) return;
    this.#let(this.#toLists.shift(), asked);
    this.#until = this.#toLists[0]?.gap ?? 0;
  }

  #let(happening: Happening | undefined, asked: Asked): void {
    if (happening === undefined) return;
    const isUnderWay = (id: number): boolean => this.service.isUnderWay(id);
    const happened = happen(this.world, happening, asked, { pageSize: this.#pageSize, isUnderWay });
    if (happened === undefined) return;
    const { list, id, event, place } = happened;
    this.#diary.note(`of ${list}, ${id} ${event} (${place})`);
    this.#walks.happened(happened);
    if (place === 'under way') this.#tally.add(`${event} while its record is under way`);
  }
}

/** Tells what happens between two requests of one walk, and so may deceive it. */
class WatchedWalks {
  readonly #walks = new Map<string, { since: Happened[]; requests: number }>();

  happened(event: Happened): void {
    for (const { since } of this.#walks.values()) since.push(event);
  }

  /**
   * Returns what happened to a list since the request before of the same walk, if this one is behind page 1; and the
   * requests it has had when page 1 is read again.
   */
  asked({ walk, page, list }: Asked): { readonly since: readonly Happened[]; readonly pages: number } {
    if (walk === undefined) return { since: [], pages: 0 };
    const before = this.#walks.get(walk) ?? { since: [], requests: 0 };
    const isEdge = page === 1;
    const isEnd = isEdge && before.requests > 1;
    this.#walks.set(walk, { since: [], requests: isEnd ? 0 : isEdge ? 1 : before.requests + 1 });
    const since = isEdge && !isEnd ? [] : before.since.filter((event) => event.list === list);
    return { since, pages: isEnd ? before.requests + 1 : 0 };
  }
}
