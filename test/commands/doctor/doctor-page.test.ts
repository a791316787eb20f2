import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { DoctorPage } from '../../../src/commands/doctor/doctor-page.ts';
import { ok } from '../../../src/commands/doctor/finding.ts';
import { DeskText } from '../../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../../src/model/time/units.ts';

test.each([0, 1, 20, 23, 30, 80])('a terminal of %i columns is told all of it', (columns) => {
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns });
  const page = new DoctorPage({ output, clock: () => epochMillis(0), environment: {} });
  const place = DeskText.parse('/home/ann/.config/chat-operations-mcp/settings.json');
  page.settings([{ key: 'archive', value: '/home/ann/.local/share/chat-operations-mcp/desk.sqlite', place }]);
  page.tell(ok('settings', 'nothing-of-this-word-is-lost on the way'));
  page.close([], 0);
  const whole = String(output.read()).replaceAll(/\s+/g, '');
  expect(whole).toContain('/home/ann/.local/share/chat-operations-mcp/desk.sqlite');
  expect(whole).toContain('nothing-of-this-word-is-lostontheway');
});
