import { expect, test } from 'vitest';
import { runProgram } from '../support/program.ts';

test('the demo asks six questions, and tells what each costs', async () => {
  const { code, out, err } = await runProgram(['demo']);
  expect({ code, err }).toStrictEqual({ code: 0, err: '' });
  const [introduction = '', ...questions] = out.split('\n━━ ');
  expect(introduction).toContain('6000 requests a minute');
  expect(questions.map((question) => question.split(':', 1)[0])).toStrictEqual([
    'Manager',
    'Manager',
    'Manager',
    'Agent',
    'Agent',
    'Triager',
  ]);
  for (const question of questions) {
    expect(question).toMatch(/^.+\n {3}[a-z_]+ \{.*\}\n\n[^]+\n\n {3}→ \d+ upstream requests, \d+ ms\n/);
    expect(question).not.toContain('undefined');
  }
});
