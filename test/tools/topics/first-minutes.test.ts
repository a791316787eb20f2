import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { languageDetector } from '../../../src/insights/language.ts';
import { wordListsOf } from '../../../src/insights/topics/word-lists.ts';
import { phrasebooks } from '../../../src/sandbox/world/phrases/languages.ts';
import { monthWorld, NOW } from '../../mcp/desk.ts';
import { openTimedServer, timedService } from '../../mcp/timed-desk.ts';
import { fakeTime, passTime, realTime } from '../../support/faked-time.ts';

// A desk that nobody prepared, with 60 requests a minute.

// What is loaded takes real time, in which faked time would run away.
beforeAll(async () => {
  const languageOf = await languageDetector();
  const texts = Object.values(phrasebooks).flatMap(({ details, topics }) => [
    details.join(' '),
    ...Object.values(topics).map(({ openings }) => openings.join(' ')),
  ]);
  await wordListsOf(texts.flatMap((text) => languageOf(text) ?? []));
});
beforeEach(() => fakeTime(NOW));
afterEach(() => realTime());

test('a sample that is being read is not called complete, and tells more when it is asked again', async () => {
  const service = timedService({ world: monthWorld(), requestsPerMinute: 60 });
  const desk = await openTimedServer(service, 60, { readAheadDays: 0, isUnprepared: true });
  onTestFinished(desk.close);
  const week = { from: '2026-11-11', to: '2026-11-17' };
  // Uses up most of the minute, so that of the sample hardly anything comes.
  await desk.ask('list_chats', week);
  await desk.ask('list_visitors', {});
  const { text: early } = await desk.ask('list_topics', week);
  expect(early).toMatch(
    /\nData incomplete: \d+ of 200 sampled transcripts loaded, 11–17 Nov \(UTC\); complete: all chats, .*$/,
  );
  expect(early).not.toContain('No term was used by three visitors');
  // Behind each answer so much is read as two minutes allow.
  for (let asked = 0; asked < 2; asked += 1) {
    await passTime(3 * 60_000);
    await desk.ask('list_topics', week);
  }
  await passTime(3 * 60_000);
  const { text } = await desk.ask('list_topics', week);
  expect(text).toContain('Estimate from 200 random transcripts of ');
  expect(text).toMatch(/\nData complete: all chats and 200 sampled transcripts, 11–17 Nov \(UTC\), as of .*\.$/);
});
