import { expect, test } from 'vitest';
import type { Role } from '../../src/insights/authorship.ts';
import { digestTranscript } from '../../src/insights/digest.ts';

test.each<[Role[], boolean | undefined]>([
  [['agent', 'visitor'], true],
  [['visitor', 'agent', 'system'], false],
  [['visitor', 'bot'], true],
  [['visitor', 'unknown'], undefined],
  [['unknown', 'agent'], false],
  [['visitor', 'unknown', 'system'], undefined],
])('after %j the visitor wrote last: %s', (roles, expected) => {
  const messages = roles.map(() => ({ text: 'x' }));
  expect(digestTranscript(messages, roles).endsWithVisitor).toBe(expected);
});
