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
import type { Answer } from '../../src/answers/tool.ts';
import { enclosed, QuotedText } from '../../src/privacy/boundary.ts';
import { callerLine, deskBlock, deskLine, deskQuotation } from '../../src/privacy/cleaned-text.ts';
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

test("P1: what is said of the desk's own people, and errors, take no string that may have been put together of anything", () => {
  const refused = (text: string, key: keyof Record<string, unknown>) => {
    // @ts-expect-error -- as it is
    deskLine(text);
    // @ts-expect-error -- put into words
    deskBlock(`They said: ${text}`);
    // @ts-expect-error -- joined
    deskQuotation([text, text].join(' '));
    // @ts-expect-error -- a name of a field
    deskLine(key);
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
  const refused = (args: { readonly query: CallerText }, agent: NamedAgent) => {
    // @ts-expect-error -- as any string
    deskLine(args.query.toUpperCase());
    // @ts-expect-error -- it may have been put together with anything
    deskLine(`${agent.firstName} of the desk`);
  };
  const taken = (args: { readonly query: CallerText }, agent: Required<NamedAgent>, zone: Zone) => [
    callerLine(args.query),
    deskLine(quotation(args.query)),
    deskLine(trusted`about ${quotation(args.query)}`),
    deskLine(joined([agent.firstName, agent.lastName], ' ')),
    deskLine(agent.email ?? 'nobody'),
    deskLine(zone.id),
    deskLine(sliced(zone.id, 0, 3)),
    deskLine(trusted`in ${zone.id}, ${7} times`),
  ];
  expectTypeOf(refused).returns.toBeVoid();
  expectTypeOf(taken).returns.toEqualTypeOf<TrustedText[]>();
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
  expectTypeOf<Answer<object>['text']>().toEqualTypeOf<string>();
  const theirs = new Quoted('hello');
  for (const made of [() => String(theirs), () => JSON.stringify({ theirs }), () => ['', theirs].join(' ')]) {
    expect(made).toThrow('a quoted text has to be enclosed');
  }
  expect(outsideBoundaries(enclosed(mixed`they said: ${theirs}`))).toBe('');
  expect(withoutBoundaries(enclosed(mixed`they said: ${theirs}`))).toBe('they said: hello');
});

test('P1: in data, what strangers wrote is enclosed by its shape, and a shape for our own words refuses it', () => {
  const shape = z.object({ name: QuotedText, at: z.string() });
  expectTypeOf<z.input<typeof shape>>().toEqualTypeOf<{ name: Quoted; at: string }>();
  const { name, at } = shape.parse({ name: new Quoted('Ana'), at: 'now' });
  expect(outsideBoundaries(name)).toBe('');
  expect(withoutBoundaries(name)).toBe('Ana');
  expect(at).toBe('now');
  expect(() => shape.parse({ name: new Quoted('Ana'), at: new Quoted('now') })).toThrow();
});

/** The source files in which something stands. */
async function filesWith(pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob('src/**/*.ts')) if (pattern.test(await readFile(file, 'utf8'))) found.push(file);
  return found.sort();
}

/** Where a redacted text is needed as a string: for views, titles and pictures, which have no boundary; and to cut, search or compare it. */
const OPENERS = [
  'src/answers/callable-tool.ts',
  'src/answers/record-resource.ts',
  'src/answers/selection/completions.ts',
  'src/answers/selection/lookup.ts',
  'src/answers/texts.ts',
  // Views and reports show it as text alone.
  'src/commands/report/topics-section.ts',
  'src/tools/changes/change-chart.ts',
  'src/tools/changes/change-words.ts',
  'src/tools/chats/digest-words.ts',
  'src/tools/chats/read-transcript.ts',
  'src/tools/offline-messages/triage-words.ts',
  'src/tools/performance/chart-axis.ts',
  'src/tools/search/passage.ts',
  'src/tools/topics/topic-chart.ts',
];

test('P1: what passed is taken out of its type only in privacy/, and where no boundary can be', async () => {
  const openers = await filesWith(/\bplainText\b/);
  expect(openers.filter((file) => !file.startsWith('src/privacy/'))).toEqual(OPENERS);
});

test('P1: text is declared trusted only where it comes in', async () => {
  const border = [
    // The configuration, and what stands behind flags.
    'src/config/',
    'src/commands/',
    'src/http/http-server.ts',
    // The names of accounts, identities and tokens, and the agent whose chats an access token opens.
    'src/model/caller.ts',
    'src/model/access-token.ts',
    'src/http/identity/claims.ts',
    // Agents as the service gives them, and what was kept of them.
    'src/upstream/wire/values.ts',
    'src/archive/figures/column-encoding.ts',
    // Tokens as they lie in the second copy of decisions.
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
    // What was cleaned.
    'src/privacy/cleaned-text.ts',
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
    /\.brand<'(?:Trusted|Desk|Caller|Program)Text'/,
    ['src/model/text/trusted-text.ts'],
  ],
  [
    'a predicate',
    /^(?:export )?function .*\b(?:is|asserts) (?:Trusted|Desk|Caller|Program)Text\b/m,
    ['src/upstream/answers/answer-shape.ts'],
  ],
  ['a schema that checks nothing', /\bcustom<(?:Trusted|Desk|Caller|Program)Text>/, []],
  ['a tag that is called as a function', /(?<!function )\btrusted\(/, []],
])('P1: nothing else makes a text trusted: %s', async (_way, pattern, known) => {
  expect(await filesWith(pattern)).toEqual(known);
});
