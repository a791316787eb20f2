import { altText } from '../../src/charts/alt-text.ts';
import { SHOWS_VIEWS } from '../../src/answers/views.ts';
import type { RedactionLevel } from '../../src/model/redaction.ts';
import { chatbotsOf, openServer, startService } from '../mcp/desk.ts';
import * as leaks from './findings.ts';
import { CANARY, type PlantedDesk } from './planted-desk.ts';
import { everyWayOut, shown, type WayOut } from './ways-out.ts';

/** Asks a planted desk everything, as a host that shows views, pictures and questions. Returns what came out. */
export async function sweep({ world, rewrite }: PlantedDesk, redact: RedactionLevel): Promise<WayOut[]> {
  await using service = startService(world);
  service.rewrite = rewrite;
  const shownBeside: WayOut[] = [];
  // A picture shows the words of its chart and nothing else, so nothing is drawn.
  const drawing = {
    altText,
    svg: (chart: unknown) => {
      shownBeside.push(shown('a picture', chart));
      return '';
    },
    png: (chart: unknown) => {
      shownBeside.push(shown('a picture', chart));
      return Promise.resolve(new Uint8Array());
    },
  };
  await using desk = await openServer(service, {
    ...chatbotsOf(world),
    redact,
    capabilities: SHOWS_VIEWS,
    drawing,
    replies: (question) => {
      shownBeside.push(shown('a question to the person', question));
      return 'accept';
    },
  });
  const ways = await everyWayOut(desk.client, world);
  return [...ways, ...shownBeside];
}

/** Questions that are answered by rows, and by fields of rows as data. */
const OF_ROWS = /^(?:list|search|get_support|get_visitor|explain)_/;

/** What came out of a sweep that may not. Each begins with the requirement that it breaks (`docs/threats.md`). */
export function leaksIn(ways: readonly WayOut[], redact: RedactionLevel): string[] {
  const { strings, documents, enclosed } = leaks.saidBy(ways);
  const { strings: rows } = leaks.saidBy(ways.filter(({ asked }) => OF_ROWS.test(asked)));
  const contacts = [
    ['D1', 'a contact', strings, leaks.contactsIn],
    ['D1', 'a part of an address that was cut', strings, leaks.addressPartsIn],
  ] as const;
  const secrets = [['D1', 'a card, an account or a password', strings, leaks.secretsOfVisitorsIn]] as const;
  const always = [
    ['K2', 'a credential', strings, leaks.credentialsIn],
    ['P1', 'text outside of boundaries', enclosed, leaks.outsideIn],
    ['P1', 'a forged line', documents, leaks.forgedLinesIn],
    ['P1', 'a forged fact in a row', documents, leaks.forgedFactsInRows],
    ['P1', 'a forged fact', rows, leaks.forgedFactsIn],
    ['P2', 'a character', strings, leaks.charactersIn],
    ['P2', 'a long field', strings, leaks.longFieldsIn],
    ['P3', 'what is loaded or run', documents, leaks.dangersInDocument],
    ['D1', 'a forged mark', strings, leaks.forgedMarksIn],
    ['D1', 'a broken mark', strings, leaks.brokenMarksOfOursIn],
  ] as const;
  const looks = [...(redact === 'contacts' ? contacts : []), ...(redact === 'none' ? [] : secrets), ...always];
  return looks.flatMap(([requirement, what, texts, look]) =>
    leaks.findings(texts, look).map((finding) => `${requirement}, ${what}: ${finding}`),
  );
}

/** The numbers of the canaries that came out. */
export function canariesIn(ways: readonly WayOut[]): ReadonlySet<number> {
  const words = ways.flatMap(({ strings }) => strings.flatMap((text) => text.match(CANARY) ?? []));
  return new Set(words.map((word) => Number(word.slice('zqv'.length))));
}
