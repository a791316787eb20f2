import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askOn } from '../../src/commands/terminal-question.ts';

const asked = (typed: string, signal = new AbortController().signal) => {
  const terminal = { input: new PassThrough(), output: new PassThrough() };
  terminal.input.end(typed);
  return askOn(terminal, 'Send this?', signal);
};

test.each(['yes\n', 'YES\r\n', ' y \n'])('%j is a yes', async (typed) => {
  expect(await asked(typed)).toBe('accept');
});

test.each(['no\n', '\n', 'yes, but\n', 'yess\n'])('%j is a no', async (typed) => {
  expect(await asked(typed)).toBe('decline');
});

test('the end of the input is no reply', async () => {
  expect(await asked('')).toBe('cancel');
});

test('nor is a question that is withdrawn', async () => {
  expect(await asked('yes\n', AbortSignal.abort())).toBe('cancel');
});

test('the question is shown whole', async () => {
  const terminal = { input: new PassThrough(), output: new PassThrough() };
  terminal.input.end('no\n');
  await askOn(terminal, 'Send this?\n{}', new AbortController().signal);
  expect(String(terminal.output.read())).toContain('Send this?\n{}\n\nSend it? Type yes to agree: ');
});
