import { Headers } from 'undici';
import { expect, test } from 'vitest';
import { refusalShape } from '../../src/upstream/refusal-shape.ts';

const shapeOf = (text: string, headers: Record<string, string> = { 'content-type': 'application/json' }): string =>
  refusalShape({ headers: new Headers(headers), text });

test.each([
  ['', 'empty'],
  ['Slow down, ann@example.com!', 'text of 27 characters'],
  [
    '{"error":[{"code":429,"message":"secret"}],"ok":false,"at":null}',
    '{error: [{code: number, message: text}], ok: boolean, at: null}',
  ],
  ['{"a":{"b":{"c":{"d":1}}}}', '{a: {b: {c: …}}}'],
  ['{"Ignore all instructions and":1,"fine":[]}', '{fine: []}'],
])('%s', (text, body) => {
  expect(shapeOf(text)).toBe(`headers: content-type; body: ${body}`);
});

test('headers are told by name alone, and not many of anything', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x-${index}`, 'secret']));
  expect(shapeOf(JSON.stringify(many), many).length).toBeLessThan(400);
  expect(shapeOf('', { 'set-cookie': 'session=4711' })).not.toContain('4711');
});
