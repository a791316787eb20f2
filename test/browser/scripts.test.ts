import { afterAll, beforeAll, expect, test } from 'vitest';
import { Flow } from '../../src/sandbox/flow/flow.ts';
import { appears, type Circle, SCRIPT_SECONDS, startCircle } from './circle.ts';

/** Functions and objects that a site can have, put there by a script of its own as its pages do. */
const SITE = `
  function declared(ids) { return { ids, by: this === window ? 'window' : 'nobody' }; }
  var assigned = async (ids) => ({ ids });
  class Shop {
    #secret = 'of the instance';
    keep(ids) { return { ids, by: this.#secret }; }
    static keep(ids) { return { ids, by: 'the class' }; }
  }
  class BranchOfShop extends Shop {}
  window.shopOfClass = new BranchOfShop();
  window.ShopClass = Shop;
  window.frozen = Object.freeze({ deep: { keep(ids) { return { ids, by: Object.keys(this).join() }; } } });
  window.bound = { keep: shopOfClass.keep.bind(shopOfClass) };
  window.list = [1, 2];
  window.alias = window;
  document.ofTheSite = (ids) => ({ ids });
`;

let circle: Circle;
beforeAll(async () => {
  circle = await startCircle({ flow: running('async () => ({})') });
  await circle.context.addInitScript(`
    window.site = {
      words: 'not a function',
      keep(ids) { this.ids = ids; },
      refuse() { throw new Error('The site is closed'); },
      async reject() { throw new Error('The site is asleep'); },
      async never() { this.isWaiting = true; await new Promise(() => {}); },
    };
    window.plain = (ids) => { window.plainIds = ids; };
  `);
  const { page } = circle.visitor;
  await page.clock.install();
  await page.reload();
  await page.route('**/site.js', async (route) => route.fulfill({ contentType: 'text/javascript', body: SITE }));
  await page.addScriptTag({ url: `${circle.shop.url}/site.js` });
  await circle.visitor.openChat();
  await appears(circle.visitor.panel.getByText('This chat has ended.'));
});
afterAll(async () => {
  await circle[Symbol.asyncDispose]();
});

/** A flow that runs one script, and says where it came out. */
function running(script: string): Flow {
  return Flow.parse({
    start: 'script',
    nodes: {
      script: { type: 'run_script', script, next: 'ran', on_error: 'failed' },
      ran: { type: 'condition', variable: 'mood.of_the_day', equals: 'good', then: 'good', otherwise: 'other' },
      good: { type: 'message', text: 'A good day.', next: 'end' },
      other: { type: 'message', text: 'Another day.', next: 'end' },
      failed: { type: 'message', text: 'On along the error branch.', next: 'end' },
      end: { type: 'end' },
      greeting: { type: 'end' },
      'order status': { type: 'end' },
    },
  });
}

/**
 * The texts of the conversation when a visitor starts again with this script. One that is not through by itself says when it runs: then
 * its time is over. The clock is moved once, or the time of what the page asks the service would be over again and again, too.
 */
async function saidBy(script: string, runs?: () => Promise<unknown>): Promise<string[]> {
  const { visitor, bot } = circle;
  const before = await visitor.sessionId();
  bot.flow = running(script);
  const isRunning = runs?.();
  await visitor.panel.getByRole('button', { name: 'Start again' }).first().click();
  await expect.poll(async () => visitor.sessionId(), { interval: 10 }).not.toBe(before);
  if (isRunning !== undefined) {
    await isRunning;
    await visitor.page.clock.fastForward(SCRIPT_SECONDS * 1000);
  }
  await appears(visitor.panel.getByText('This chat has ended.'));
  return visitor.messages.allTextContents();
}

const failed = (why: string): string[] => [`A step of this chat did not work: ${why}.`, 'On along the error branch.'];

const calling = (expression: string): string =>
  `async () => ({ type: 'run_script', script: ${JSON.stringify(expression)} })`;

test('set_variables, and a condition both ways', async () => {
  const setting = (mood: string): string =>
    `async () => ({ type: 'set_variables', variables: { mood: { of_the_day: ${JSON.stringify(mood)} } } })`;
  expect(await saidBy(setting('good'))).toEqual(['A good day.']);
  expect(await saidBy(setting('grey'))).toEqual(['Another day.']);
  expect(circle.sandbox.sessions.variables(await circle.visitor.sessionId())).toEqual({ mood: { of_the_day: 'grey' } });
});

test('run_script calls the function of the site with the two ids', async () => {
  const { visitor, bot } = circle;
  for (const expression of [
    'site.keep({ session_id, chatbot_id })',
    ' window.site.keep ( {chatbot_id,session_id,} ) ; ',
    'site.keep()',
  ]) {
    expect(await saidBy(calling(expression))).toEqual(['Another day.']);
    expect(await visitor.page.evaluate('site.ids')).toEqual({
      session_id: await visitor.sessionId(),
      chatbot_id: bot.botId,
    });
  }
  await saidBy(calling('plain({ session_id, chatbot_id })'));
  expect(await visitor.page.evaluate('plainIds.session_id')).toBe(await visitor.sessionId());
});

test('a script is told the two ids', async () => {
  await saidBy('async (ids) => ({ type: "set_variables", variables: { ids } })');
  const session = await circle.visitor.sessionId();
  expect(circle.sandbox.sessions.variables(session)).toEqual({
    ids: { session_id: session, chatbot_id: circle.bot.botId },
  });
});

test.for([
  ['throws', `async () => { throw new Error('No milk today'); }`, 'it failed (No milk today)'],
  ['throws a text', `async () => { throw 'up'; }`, 'it failed (up)'],
  ['throws what has no words', `async () => { throw { toString() { throw 1; } }; }`, 'it failed'],
] as const)('a script that %s', async ([what, script, why]) => {
  expect(await saidBy(script)).toEqual(failed(why));
  if (what === 'throws') await circle.visitor.picture('07 failed script');
});

test.for([
  ['never settles', `async () => new Promise(() => {})`],
  ['loops', `async () => { while (true) {} }`],
])('a script that %s', async ([, script = '']) => {
  const runs = () => circle.visitor.page.waitForEvent('worker');
  expect(await saidBy(script, runs)).toEqual(failed(`it took longer than ${SCRIPT_SECONDS} seconds`));
});

test('a script that is no JavaScript', async () => {
  const [notice, ...others] = await saidBy('async () => { nothing closes this');
  expect(notice).toMatch(/^A step of this chat did not work: it failed \(.*SyntaxError/);
  expect(others).toEqual(['On along the error branch.']);
});

test.for([
  'undefined',
  'null',
  '42',
  '"run_script"',
  '[]',
  '{}',
  '{ type: "something_else" }',
  '{ type: "set_variables" }',
  '{ type: "set_variables", variables: [1] }',
  '{ type: "run_script", script: () => {} }',
  '{ type: "set_variables", variables: { big: 1n } }',
  '{ type: "set_variables", variables: { far: "x".repeat(70_000) } }',
])('a script that returns %s', async (returned) => {
  const said = await saidBy(`async () => (${returned})`);
  expect(said).toEqual(failed('it returned something that this chat does not understand'));
});

test.for([
  ['unknown()', 'The page has no function unknown of its own'],
  ['site.unknown.deep()', 'The page has no function site.unknown.deep of its own'],
  ['site.words()', 'The page has no function site.words of its own'],
  ['alert({ session_id, chatbot_id })', 'The page has no function alert of its own'],
  ['site.refuse()', 'The site is closed'],
  ['site.reject()', 'The site is asleep'],
  ['site.keep({ session_id: "mine" })', 'The script to run is not a call of a function of the page'],
  ['site.keep(), alert(1)', 'The script to run is not a call of a function of the page'],
  ['(() => site.keep())()', 'The script to run is not a call of a function of the page'],
  ['', 'The script to run is not a call of a function of the page'],
] as const)('a call of the site that does not work: %s', async ([expression, why]) => {
  expect(await saidBy(calling(expression))).toEqual(failed(`it failed (${why})`));
});

/** The result of each call in the page, by its expression. */
async function called(expressions: readonly string[]): Promise<unknown> {
  return circle.visitor.page.evaluate(`(async () => {
    const { callSiteFunction } = await import(${JSON.stringify(`${circle.sandbox.url}/widget/site-function.js`)});
    const outcome = async (expression) =>
      callSiteFunction(expression, { session_id: 's', chatbot_id: 'c' }).catch(({ message }) => message);
    return Promise.all(${JSON.stringify(expressions)}.map(outcome));
  })()`);
}

test('any function of the site can be called, however the site has it', async () => {
  const ids = { session_id: 's', chatbot_id: 'c' };
  const outcomes = {
    declared: { ids, by: 'window' },
    'window.declared': { ids, by: 'window' },
    assigned: { ids },
    'shopOfClass.keep': { ids, by: 'of the instance' },
    'ShopClass.keep': { ids, by: 'the class' },
    'frozen.deep.keep': { ids, by: 'keep' },
    'bound.keep': { ids, by: 'of the instance' },
    'document.ofTheSite': { ids },
  };
  const expressions = Object.keys(outcomes).map((name) => `${name}({ session_id, chatbot_id })`);
  expect(await called(expressions)).toEqual(Object.values(outcomes));
});

test('what the browser brings is no function of the site', async () => {
  const { page } = circle.visitor;
  const address = page.url();
  const names = [
    'alert',
    'print',
    'stop',
    'open',
    'eval',
    'Function',
    'window.alert',
    'alias.alert',
    'self.window.alert',
    'document.write',
    'document.body.remove',
    'location.assign',
    'window.location.reload',
    'history.back',
    'localStorage.clear',
    'navigator.sendBeacon',
    'list.push',
    'shopOfClass.hasOwnProperty',
    'ShopClass.toString',
    'declared.call',
    'declared.apply',
    'declared.bind',
    'shopOfClass.keep.call',
    'bound.keep.call',
    'constructor.constructor',
    'declared.constructor',
    'assigned.constructor',
    'frozen.constructor',
    'Reflect.ownKeys',
    'shopOfClass.__proto__.toString',
    'frozen.__proto__.constructor',
  ];
  expect(await called(names.map((name) => `${name}({ session_id, chatbot_id })`))).toEqual(
    names.map((name) => `The page has no function ${name} of its own`),
  );
  expect(page.url()).toBe(address);
});

test('a function of the site that never settles', async () => {
  const { page } = circle.visitor;
  const runs = () => expect.poll(() => page.evaluate('site.isWaiting'), { interval: 10 }).toBe(true);
  const said = await saidBy(calling('site.never()'), runs);
  expect(said).toEqual(failed(`it took longer than ${SCRIPT_SECONDS} seconds`));
});

test('a script is away from the page, and sees the cookies of its site only through requests', async () => {
  const seen = `{ document: typeof document, window: typeof window, status: (await fetch(location.origin + '/customer')).status }`;
  await saidBy(`async () => ({ type: 'set_variables', variables: ${seen} })`);
  const variables = circle.sandbox.sessions.variables(await circle.visitor.sessionId());
  expect(variables).toEqual({ document: 'undefined', window: 'undefined', status: 401 });
});
