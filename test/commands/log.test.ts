import { expect, test } from 'vitest';
import { createLog } from '../../src/commands/log.ts';

test('on a terminal, the log is words', () => {
  let out = '';
  const log = createLog('info', { isTTY: true, write: (text) => (out += text) });
  log.warn('The file can be read by others.');
  log.audit({ bot: 'Shop\u001B[2J', outcome: 'accepted' });
  log.bug(new TypeError('a secret'));
  const lines = out.split('\n').map((line) => line.replace('\r\u001B[K', ''));
  expect(lines[0]).toBe('warn: The file can be read by others.');
  expect(lines[1]).toBe(String.raw`info: audit {"bot":"Shop\u001b[2J","outcome":"accepted"}`);
  expect(lines[2]).toMatch(/^error: unexpected error \{"kind":"TypeError"/);
  expect(out).not.toContain('a secret');
});
