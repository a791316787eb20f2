import { expect, test } from 'vitest';
import { digestOf } from './hand-written.ts';

test('whoever asked whether anybody is there, and heard nothing, is told of', async () => {
  const { digest, text } = await digestOf([
    ['visitor', 'Onde está a minha encomenda?'],
    ['agent', 'Um momento, por favor.'],
    ['visitor', 'Comprei um bule azul.'],
    ['visitor', 'Tem alguém aí?'],
  ]);
  expect(digest.unanswered_questions).toMatchObject([{ text: 'Tem alguém aí?', message: 3 }]);
  expect(text).toContain('Unanswered questions: “Tem alguém aí?”');
});
