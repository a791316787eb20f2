import { Headers } from 'undici';
import { readContent, type Answer } from '../../src/upstream/answers/answer-content.ts';

/** What a transport makes of a response that came without a network. */
export async function answered(response: Response): Promise<Answer> {
  const { status } = response;
  const headers = new Headers([...response.headers]);
  if (status !== 200) return { status, headers, text: await response.text() };
  const body = [new TextEncoder().encode(await response.text())];
  return { status, headers, content: await readContent(body, new AbortController().signal), text: '' };
}
