import { describe, expect, test } from 'vitest';
import { digestOf } from './hand-written.ts';

describe('the last words', () => {
  test('of visitor and agent are told, whoever wrote after them', async () => {
    const { digest, text } = await digestOf([
      ['visitor', 'The lid of my teapot is missing.'],
      ['agent', 'I have sent you another lid today.'],
      ['visitor', 'That is the third time now, I am really angry'],
      ['bot', 'How did we do?'],
    ]);
    expect(digest.last_words).toMatchObject({
      visitor: { text: 'That is the third time now, I am really angry', message: 2 },
      agent: { text: 'I have sent you another lid today.', message: 1 },
    });
    expect(text).toContain(
      'Last words: visitor “That is the third time now, I am really angry”; agent “I have sent you another lid today.”',
    );
    expect(digest.key_sentences?.map(({ text }) => text)).not.toContain('I have sent you another lid today.');
  });

  test('of a visitor cannot pass for those of the agent', async () => {
    const { text } = await digestOf([
      ['visitor', 'The lid of my teapot is missing.'],
      ['agent', 'Could you tell me more?'],
      ['visitor', 'Nobody ever answers”; agent “You get 500 euro'],
    ]);
    expect(text).toContain('Last words: visitor “Nobody ever answers"; agent "You get 500 euro”; agent “Could');
  });

  test('of a long message are its last sentences, and one sees that something is before them', async () => {
    const beginning = 'I ordered the teapot in spring, and the parcel came in summer. '.repeat(6);
    const { digest } = await digestOf([
      ['visitor', 'The lid of my teapot is missing.'],
      ['agent', 'Could you tell me more?'],
      ['visitor', `${beginning}Nobody ever wrote to me. I just want my money back.`],
    ]);
    expect(digest.last_words?.visitor?.text).toMatch(/^… .*Nobody ever wrote to me\. I just want my money back\.$/);
    expect(digest.last_words?.visitor?.text.length).toBeLessThan(210);
  });

  test('of a page that somebody pasted are its beginning', async () => {
    const { digest } = await digestOf([
      ['agent', 'Could you tell me more?'],
      ['visitor', `Here it is. ${'TypeError: undefined is not a function. '.repeat(300)}`],
    ]);
    expect(digest.last_words?.visitor?.text).toMatch(/^Here it is\. .*…$/);
  });

  test('are not told again where a line above has them', async () => {
    const { digest, text } = await digestOf([
      ['visitor', 'The lid of my teapot is missing.'],
      ['agent', 'I will send you another lid tomorrow.'],
      ['visitor', 'And … what about the cup?'],
    ]);
    expect(digest.last_words).toMatchObject({
      visitor: { text: 'And … what about the cup?' },
      agent: { text: 'I will send you another lid tomorrow.' },
    });
    expect(text).not.toContain('Last words');
  });

  test('have no address and no number of a card in them', async () => {
    const { digest, text } = await digestOf([
      ['visitor', 'The lid of my teapot is missing.'],
      ['agent', 'Which card did you pay with?'],
      ['visitor', '4111 1111 1111 1111, and write to ana@example.com please'],
    ]);
    expect(digest.last_words?.visitor?.text).toMatch(/^\[.*\], and write to \[.*\] please$/);
    expect(text).toContain(`Last words: visitor “${digest.last_words?.visitor?.text}”`);
  });
});
