import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askOn } from '../../../src/commands/terminal-question.ts';

/** Asks somebody who reads the question, and types what it makes them type. */
async function asked(typed: (number: string) => string, signal = new AbortController().signal) {
  const terminal = { input: new PassThrough(), output: new PassThrough() };
  let shown = '';
  terminal.output.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    const [, number] = /Type (\d{4}) for yes/.exec(shown) ?? [];
    if (number !== undefined && !terminal.input.writableEnded) terminal.input.end(typed(number));
  });
  return { reply: await askOn(terminal, 'Send this?\n{}', signal), shown };
}

test.each<[string, (number: string) => string]>([
  ['the number', (number) => `${number}\n`],
  ['the number with blanks', (number) => ` ${number} \r\n`],
])('%s is a yes', async (_, typed) => {
  expect(await asked(typed)).toMatchObject({ reply: 'accept' });
});

test.each<[string, (number: string) => string]>([
  ['yes', () => 'yes\n'],
  ['nothing', () => '\n'],
  ['another number', (number) => `${Number(number) + 1}\n`],
  ['the number and more', (number) => `${number}0\n`],
])('%s is a no', async (_, typed) => {
  expect(await asked(typed)).toMatchObject({ reply: 'decline' });
});

test('the end of the input is no reply', async () => {
  expect(await asked(() => '')).toMatchObject({ reply: 'cancel' });
});

test('nor is a question that is withdrawn', async () => {
  expect(await asked((number) => `${number}\n`, AbortSignal.abort())).toMatchObject({ reply: 'cancel' });
});

test('what was typed before the question is no yes', async () => {
  const terminal = { input: new PassThrough(), output: new PassThrough() };
  terminal.input.write('y\nyes\n\n');
  expect(await askOn(terminal, 'Send this?', new AbortController().signal)).not.toBe('accept');
});

test('the question is shown whole', async () => {
  expect((await asked(() => 'no\n')).shown).toMatch(
    /Send this\?\n\{\}\n\nDo you agree\? Type \d{4} for yes, anything else for no: /,
  );
});
