import { glob, readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { InvalidArgument, UnreadableAnswer } from '../../src/model/errors.ts';
import { Foreign, textOf } from '../../src/model/foreign.ts';
import type { ChatMessage, NamedAgent, Visitor, VisitorContext } from '../../src/model/records.ts';
import {
  joined,
  quotation,
  sliced,
  trusted,
  type CallerText,
  type TrustedText,
} from '../../src/model/text/trusted-text.ts';
import type { Zone } from '../../src/model/calendar/zone.ts';
import type { Answer, DataOf } from '../../src/answers/tool.ts';
import { enclosed, QuotedText } from '../../src/privacy/boundary.ts';
import { callerLine, deskBlock, deskLine, deskQuotation, OwnText, ownWord, safe } from '../../src/privacy/safe-text.ts';
import { outsideBoundaries, withoutBoundaries } from '../support/boundaries.ts';
import { mixed, Quoted } from '../../src/privacy/quoted.ts';
import type { Redactor } from '../../src/privacy/redactor.ts';

type Written = NonNullable<VisitorContext['city']>;

// Types are checked by `npm run check`, which also fails where an error that is expected here is none.
test("P1: a stranger's text is no string, for the compiler and at run time", () => {
  const foreign = new Foreign('<script>');
  expectTypeOf<Foreign>().not.toExtend<string>();
  expectTypeOf<Written>().toEqualTypeOf<Foreign>();
  expectTypeOf<ChatMessage['text']>().toEqualTypeOf<Foreign>();
  expectTypeOf<NonNullable<Visitor['name']>>().toEqualTypeOf<Foreign>();
  for (const made of [() => String(foreign), () => JSON.stringify({ foreign }), () => ['', foreign].join(' ')]) {
    expect(made).toThrow('text of a stranger has to pass a redactor');
  }
  expect(inspect(foreign)).not.toContain('script');
  expect(Object.keys(foreign)).toEqual([]);
  expect(textOf(foreign)).toBe('<script>');
});

test('P1: our own words take no string that may have been put together of anything', () => {
  const refused = (text: string, key: keyof Record<string, unknown>) => {
    // @ts-expect-error -- as it is
    deskLine(text);
    // @ts-expect-error -- put into words
    deskBlock(`They said: ${text}`);
    // @ts-expect-error -- joined
    deskQuotation([text, text].join(' '));
    // @ts-expect-error -- a name of a field
    deskLine(key);
    // @ts-expect-error -- taken for a word of ours
    ownWord(text);
    // @ts-expect-error -- filled in
    void trusted`There is no ${text.trim()}.`;
    // @ts-expect-error -- in an error
    void new InvalidArgument(`${text} is no agent.`, 'Ask again.');
    // @ts-expect-error -- as advice
    void new InvalidArgument('Nobody is called so.', text.replaceAll('x', ''));
    // @ts-expect-error -- an upstream's own words
    void new UnreadableAnswer(text);
  };
  expectTypeOf(refused).returns.toBeVoid();
});

test('P1: what is trusted is so no more once a string function has been at it', () => {
  const refused = (args: { readonly query: CallerText }, agent: NamedAgent, zone: Zone) => {
    // @ts-expect-error -- as any string
    deskLine(args.query.toUpperCase());
    // @ts-expect-error -- it may have been put together with anything
    deskLine(`${agent.firstName} of the desk`);
    // @ts-expect-error -- not even of the program's own
    ownWord(zone.id.slice(3));
    // @ts-expect-error -- the caller's are no words of the program
    ownWord(args.query);
    // @ts-expect-error -- nor is their quotation
    ownWord(quotation(args.query));
  };
  const taken = (args: { readonly query: CallerText }, agent: Required<NamedAgent>, zone: Zone) => [
    callerLine(args.query),
    deskLine(quotation(args.query)),
    deskLine(trusted`about ${quotation(args.query)}`),
    deskLine(joined([agent.firstName, agent.lastName], ' ')),
    deskLine(agent.email ?? 'nobody'),
    ownWord(zone.id),
    ownWord(sliced(zone.id, 0, 3)),
    ownWord(trusted`in ${zone.id}, ${7} times`),
    ownWord('visitor'),
  ];
  expectTypeOf(refused).returns.toBeVoid();
  expectTypeOf(taken).returns.toEqualTypeOf<OwnText[]>();
});

test("P2: a caller's text is quoted nowhere as it was given", () => {
  expectTypeOf<CallerText>().not.toExtend<TrustedText>();
  const refused = (query: CallerText) => {
    // @ts-expect-error -- in an answer
    deskLine(query);
    // @ts-expect-error -- nor in quotes
    deskQuotation(query);
    // @ts-expect-error -- nor with its lines
    deskBlock(query);
    // @ts-expect-error -- in our words
    void trusted`Nothing matches ${query}.`;
    // @ts-expect-error -- as an error
    void new InvalidArgument(query, 'Ask again.');
  };
  expectTypeOf(refused).returns.toBeVoid();
});

test('P1: what has passed the redactor is no string either before it stands in its boundary', () => {
  expectTypeOf<Redactor['line']>().returns.toEqualTypeOf<Quoted>();
  expectTypeOf<Quoted>().not.toExtend<string>();
  expectTypeOf<Answer<object>['text']>().toEqualTypeOf<OwnText>();
  expectTypeOf(enclosed).returns.toEqualTypeOf<OwnText>();
  const refused = (theirs: Quoted) => {
    // @ts-expect-error -- among our words
    void safe`our words, ${theirs}`;
  };
  expectTypeOf(refused).returns.toBeVoid();
  const theirs = new Quoted('hello');
  for (const made of [() => String(theirs), () => JSON.stringify({ theirs }), () => ['', theirs].join(' ')]) {
    expect(made).toThrow('a quoted text has to be enclosed');
  }
  expect(outsideBoundaries(enclosed(mixed`they said: ${theirs}`))).toBe('');
  expect(withoutBoundaries(enclosed(mixed`they said: ${theirs}`))).toBe('they said: hello');
});

test('P1: in data, what strangers wrote is enclosed by its shape, and a shape that leaves it open has no answer', () => {
  const closed = z.object({
    name: QuotedText,
    at: OwnText,
    level: z.enum(['soon']),
    rows: z.array(z.object({ n: z.number() })),
  });
  expectTypeOf<DataOf<typeof closed>>().toEqualTypeOf<{
    name: Quoted;
    at: OwnText;
    level: 'soon';
    rows: { n: number }[];
  }>();
  const open = z.object({ rows: z.array(z.object({ name: z.string() })) });
  const plain = z.object({ name: z.string().optional() });
  const anything = z.object({ name: z.unknown() });
  expectTypeOf<DataOf<typeof open>>().toEqualTypeOf<never>();
  expectTypeOf<DataOf<typeof plain>>().toEqualTypeOf<never>();
  expectTypeOf<DataOf<typeof anything>>().toEqualTypeOf<never>();
  const { name, at } = closed.parse({ name: new Quoted('Ana'), at: 'now', level: 'soon', rows: [] });
  expect(outsideBoundaries(name)).toBe('');
  expect(withoutBoundaries(name)).toBe('Ana');
  expect(at).toBe('now');
});

/** The source files in which something stands. */
async function filesWith(pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob('src/**/*.ts')) if (pattern.test(await readFile(file, 'utf8'))) found.push(file);
  return found.sort();
}

test('P1: nothing outside of privacy/ declares a text safe', async () => {
  const makers = await filesWith(/\bOwnText\.(?:parse|safeParse|decode)\b/);
  expect(makers.length).toBeGreaterThan(0);
  expect(makers.filter((file) => !file.startsWith('src/privacy/'))).toEqual([]);
  expect(await filesWith(/\bRecordData\.(?:parse|safeParse|decode)\b/)).toEqual(['src/answers/rows/record.ts']);
});

test('P1: text is declared trusted only where it comes in', async () => {
  const border = [
    // The configuration, and what stands behind flags.
    'src/config/',
    'src/commands/',
    'src/http/listening.ts',
    // The names of accounts, identities and tokens, and the agent whose chats an access token opens.
    'src/model/caller.ts',
    'src/model/access-token.ts',
    'src/http/identity/claims.ts',
    // Agents as the service gives them, and what was kept of them.
    'src/upstream/wire/values.ts',
    'src/archive/figures/column-encoding.ts',
    // Tokens as they lie in the second copy of decisions.
    'src/archive/decisions/decisions.ts',
    // Arguments of tools and prompts, and the words of a query.
    'src/answers/selection/arguments.ts',
    'src/answers/selection/code-filter.ts',
    'src/tools/agents/list-support-agents.ts',
    'src/tools/offline-messages/list-offline-messages.ts',
    'src/answers/parsed-arguments.ts',
    'src/tools/chatbot/send-chatbot-webhook.ts',
    'src/tools/offline-messages/record-triage.ts',
    'src/tools/search/search-transcripts.ts',
    'src/tools/visitors/list-visitors.ts',
    'src/tools/status/get-service-status.ts',
    'src/tools/status/about.ts',
    // And what a cursor has of them.
    'src/answers/cursor.ts',
    'src/tools/prompts/prompt.ts',
    'src/tools/chatbot/handed-data.ts',
    'src/archive/words/word-query.ts',
    // Names of bots, endpoints and desks.
    'src/upstream/webhook/webhook.ts',
    'src/archive/account.ts',
    // Words of the program, and of the runtime.
    'src/model/words/duration.ts',
    'src/model/words/number.ts',
    'src/archive/care/copying.ts',
    'src/insights/language.ts',
    'src/upstream/requests/request-history.ts',
    'src/upstream/transport/probing.ts',
    'src/model/text/trusted-text.ts',
  ];
  const makers = await filesWith(
    /^import \{[^}]*(?<!type )\b(?:Desk|Caller|Program)Text\b[^}]*\} from|TrustedText\.parse/m,
  );
  expect(makers.filter((file) => !border.some((place) => file.startsWith(place)))).toEqual([]);
  expect(border.filter((place) => !makers.some((file) => file.startsWith(place)))).toEqual([]);
});

// What the compiler takes for a brand all the same. No search finds what lists may hold after they were handed on as lists of strings.
test.each([
  [
    'a schema with a brand of the same name',
    /\.brand<'(?:Trusted|Desk|Caller|Program|Own)Text'/,
    ['src/model/text/trusted-text.ts', 'src/privacy/safe-text.ts'],
  ],
  [
    'a predicate',
    /^(?:export )?function .*\b(?:is|asserts) (?:Trusted|Desk|Caller|Program|Own)Text\b/m,
    ['src/upstream/answers/answer-shape.ts'],
  ],
  ['a schema that checks nothing', /\bcustom<(?:Trusted|Desk|Caller|Program|Own)Text>/, []],
  ['a tag that is called as a function', /(?<!function )\b(?:safe|trusted)\(/, []],
])('P1: nothing else makes a text trusted or safe: %s', async (_way, pattern, known) => {
  expect(await filesWith(pattern)).toEqual(known);
});
