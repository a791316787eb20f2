import { expect, test } from 'vitest';
import type { Role } from '../../../src/insights/codes/authorship.ts';
import { phrasebooks } from '../../../src/sandbox/world/phrases/languages.ts';
import { BOOKS } from '../topics/planted/planted.ts';
import { digest } from './hand-written.ts';

// The visitor's texts were written for topics, before anything was measured here: their subjects are others than those of the
// sandbox. What the agent says is the sandbox's.
test.each([
  ['english', phrasebooks.en],
  ['german', phrasebooks.de],
  ['french', phrasebooks.fr],
  ['spanish', phrasebooks.es],
  ['portuguese', phrasebooks.pt],
  ['norwegian', phrasebooks.nb],
  ['japanese', phrasebooks.ja],
  ['arabic', phrasebooks.ar],
] as const)('a second request comes before small talk, in %s', (language, agent) => {
  const { subjects, small, greetings, thanks } = BOOKS[language];
  const sayings = [...agent.holding, ...agent.followUps];
  let [listed, all] = [0, 0];
  for (const [index, subject] of subjects.entries()) {
    const others = subjects[(index + 1) % subjects.length]?.said ?? [];
    for (const [number, second] of others.entries()) {
      const turn = index * 7 + number;
      const of = (texts: readonly string[], place: number): string => texts[(turn + place) % texts.length] ?? '';
      const said: (readonly [Role, string])[] = [
        ['visitor', `${of(greetings, 0)}. ${of(subject.said, 0)}`],
        ['agent', of(sayings, 0)],
        ['visitor', of(small, 0)],
        ['agent', of(sayings, 1)],
        ['visitor', of(small, 1)],
        ['agent', of(sayings, 2)],
        ['visitor', second],
        ['agent', of(sayings, 3)],
        ['visitor', of(small, 2)],
        ['agent', of(sayings, 4)],
        ['visitor', of(small, 3)],
        ['visitor', of(thanks, 0)],
      ];
      const { keySentences, unansweredQuestions = [] } = digest(said);
      all += 1;
      listed += [...keySentences, ...unansweredQuestions].some(({ message }) => message === 6) ? 1 : 0;
    }
  }
  process.stdout.write(`second requests: ${listed} of ${all}\n`);
  expect(listed / all).toBeGreaterThan(0.85);
});
