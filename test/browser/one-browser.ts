import { createServer } from 'node:http';
import type { BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { listening } from './listening.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the address of the one browser of this run. The first request starts it. */
    browser: string;
  }
}

/** Lends one Chromium to all the files of a run. A run that asks for none neither starts nor loads one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let browser: Promise<BrowserServer> | undefined;
  const start = async (): Promise<BrowserServer> => (await import('./chromium.ts')).startChromium();
  const addressOf = async (): Promise<string> => (await (browser ??= start())).wsEndpoint();
  const door = createServer((_, response) => {
    addressOf().then(
      (address) => response.end(address),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  project.provide('browser', await listening(door));
  return async () => {
    door.close();
    const started = await browser;
    if (started === undefined) return;
    const { exitCode, signalCode } = started.process();
    if (exitCode !== null || signalCode !== null) {
      throw new Error(`Chromium ended before the tests did, with ${signalCode ?? `code ${exitCode}`}.`);
    }
    await started.close();
  };
}
