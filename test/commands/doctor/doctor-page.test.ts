import { expect, test } from 'vitest';
import { DoctorPage } from '../../../src/commands/doctor/doctor-page.ts';
import { ok } from '../../../src/commands/doctor/finding.ts';
import { DeskText } from '../../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../../src/model/time/units.ts';

test.each([0, 1, 20, 23, 30, 80])('a terminal of %i columns is told all of it', (columns) => {
  let shown = '';
  const output = { isTTY: true, columns, write: (text: string) => (shown += text) };
  const page = new DoctorPage(output, () => epochMillis(0));
  const place = DeskText.parse('/home/ann/.config/chat-operations-mcp/settings.json');
  page.settings([{ key: 'archive', value: '/home/ann/.local/share/chat-operations-mcp/desk.sqlite', place }]);
  page.tell(ok('settings', 'nothing-of-this-word-is-lost on the way'));
  page.close([], 0);
  const whole = shown.replaceAll(/\s+/g, '');
  expect(whole).toContain('/home/ann/.local/share/chat-operations-mcp/desk.sqlite');
  expect(whole).toContain('nothing-of-this-word-is-lostontheway');
});
