// `node bench/rising-topics.ts [WORLDS] [FIRST_SEED]`: how often a planted rise is found, and how many are invented, in chats of the
// sandbox in all its languages. Some transcripts were loaded for a search, the others are drawn. Two texts stand for a rise.
import { DrawnSample, type StandIn } from '../src/figures/statistics/drawn-sample.ts';
import { languageDetector } from '../src/insights/language.ts';
import { foundTopics } from '../src/insights/topics/found-topics.ts';
import { SpokenChats } from '../src/insights/topics/spoken-chats.ts';
import { Foreign } from '../src/model/foreign.ts';
import { ChatId, VisitorId } from '../src/model/ids.ts';
import { epochMillis } from '../src/model/time/units.ts';
import { createRandom, type Random } from '../src/sandbox/world/random.ts';
import { createWorld } from '../src/sandbox/world/world.ts';

const WORLDS = Number(process.argv[2] ?? 200);
const FIRST_SEED = Number(process.argv[3] ?? 50_001);
const NOW = Date.UTC(2026, 10, 18, 15, 30);
const PLANTED = ['The turquoise kaftan is gone', 'kaftan in turquoise, please'];
const IS_PLANTED = /kaftan|turquoise/i;
const SEARCHED = /number|nummer/i;

type Pair = readonly [before: number, now: number];
interface Row {
  readonly read: string;
  readonly all: Pair;
  readonly drawn: Pair;
}

const ROWS: readonly Row[] = [
  { read: '100 and 100 of 300', all: [300, 300], drawn: [100, 100] },
  { read: '300 and 300, all', all: [300, 300], drawn: [300, 300] },
  { read: '281 all, before 100 of 257', all: [257, 281], drawn: [100, 281] },
  { read: '281 and 257, all', all: [257, 281], drawn: [257, 281] },
];
const RISES: readonly Pair[] = [
  [0, 0],
  [0, 0.135],
  [0.02, 0.08],
  [0.04, 0.08],
  [0.1, 0.2],
];

interface Said {
  readonly visitor: number;
  readonly texts: readonly string[];
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const languageOf = await languageDetector();
const pools = Array.from({ length: 10 }, (_, seed) => poolOf(seed + 1));

/** What visitors say in the chats of one world of the sandbox. */
function poolOf(seed: number): readonly Said[] {
  const { chats } = createWorld({ seed, size: 'medium', now: NOW });
  return chats.flatMap(({ visitorId, messages }) => {
    const texts = messages.filter(({ author }) => author === 'visitor').map(({ text }) => text);
    return texts.length === 0 ? [] : [{ visitor: visitorId, texts }];
  });
}

/** Chats of two periods that nothing tells apart but what is planted, as far as they are read. */
function spokenIn(row: Row, rise: Pair, random: Random, more: readonly Said[] = []): [SpokenChats, Pair] {
  const spoken = new SpokenChats(languageOf);
  const pool = shuffled(random.pick(pools), random);
  const planted: [number, number] = [0, 0];
  for (const [period, place] of [
    ['before', 0],
    ['now', 1],
  ] as const) {
    const chats = pool
      .splice(0, row.all[place])
      .map((said) => (random.chance(rise[place]) ? { ...said, texts: [...said.texts, random.pick(PLANTED)] } : said));
    if (period === 'now') chats.push(...more);
    for (const { id, weight } of readOf(chats, row.drawn[place] + (period === 'now' ? more.length : 0))) {
      const chat = chats[id];
      if (chat === undefined) continue;
      planted[place] += chat.texts.some((text) => IS_PLANTED.test(text)) ? 1 : 0;
      spoken.add({
        chatId: ChatId.parse(1 + place * 100_000 + id),
        visitorId: VisitorId.parse(chat.visitor),
        isBefore: period === 'before',
        weight,
        requestedAt: epochMillis(NOW + id),
        said: chat.texts.map((text) => new Foreign(text)),
        names: [],
      });
    }
  }
  return [spoken, planted];
}

/** A third of what is read was loaded by a search, the rest was drawn. */
function readOf(chats: readonly Said[], count: number): readonly StandIn<number>[] {
  const places = [...chats.keys()];
  const searched = places.filter((place) => chats[place]?.texts.some((text) => SEARCHED.test(text)));
  const loadedAt = new Map(searched.slice(0, Math.floor(count / 3)).map((place) => [place, 1]));
  for (const place of places) if (loadedAt.size < count && !loadedAt.has(place)) loadedAt.set(place, 2);
  return new DrawnSample(places, loadedAt).standIns(2000).all;
}

function shuffled<Value>(values: readonly Value[], random: Random): Value[] {
  return values
    .map((value) => ({ value, at: random.next() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);
}

say('| read | rise of | worlds | chats with it, before and now | found | invented an answer | CPU ms |');
say(`|${'---|'.repeat(7)}`);
for (const row of ROWS) {
  for (const rise of RISES) {
    let [found, invented, cpu] = [0, 0, 0];
    const counts: [number, number] = [0, 0];
    for (let index = 0; index < WORLDS; index += 1) {
      const random = createRandom(FIRST_SEED + index, row.read, rise.join());
      const [spoken, planted] = spokenIn(row, rise, random);
      const before = process.cpuUsage();
      const { changed = { rising: [], falling: [] } } = await foundTopics(spoken, 10, true);
      cpu += process.cpuUsage(before).user / 1000;
      const isOwn = ({ term }: { readonly term: { readonly text: string } }) => IS_PLANTED.test(term.text);
      const own = changed.rising.filter(isOwn).length;
      found += Math.min(1, own);
      invented += changed.rising.length - own + changed.falling.length;
      counts[0] += planted[0];
      counts[1] += planted[1];
    }
    const mean = (sum: number, digits = 0) => (sum / WORLDS).toFixed(digits);
    const shares = rise[1] === 0 ? 'none' : rise.map((share) => `${(100 * share).toFixed(1)}%`).join(' to ');
    const shown = rise[1] === 0 ? '–' : `${((100 * found) / WORLDS).toFixed(0)}%`;
    say(
      `| ${row.read} | ${shares} | ${WORLDS} | ${mean(counts[0])}, ${mean(counts[1])} | ${shown} | ${mean(invented, 2)} | ${mean(cpu)} |`,
    );
  }
}

for (const people of [3, 30]) {
  let named = 0;
  for (let index = 0; index < WORLDS; index += 1) {
    const more = Array.from({ length: 30 }, (_, chat) => ({ visitor: 9_000_000 + (chat % people), texts: ['kaftan'] }));
    const random = createRandom(FIRST_SEED + index, 'burst', people);
    const [spoken] = spokenIn({ read: '', all: [300, 300], drawn: [300, 300] }, [0, 0], random, more);
    const { changed } = await foundTopics(spoken, 10, true);
    if (changed?.rising.some(({ term }) => IS_PLANTED.test(term.text)) === true) named += 1;
  }
  say(`30 chats with a new word, of ${people} visitors: named in ${named} of ${WORLDS} worlds`);
}
