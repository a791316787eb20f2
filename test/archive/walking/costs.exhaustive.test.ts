import { test } from 'vitest';
import { mediumWorld } from '../../mcp/desk.ts';
import { expectRequestAPage } from './thirty-days.ts';

// The same as in costs.test.ts, with a hundred pages more.

test('thirty days of a medium desk that nothing is known of cost one request a page, and a few to find the last one', async () => {
  await expectRequestAPage(mediumWorld());
});
