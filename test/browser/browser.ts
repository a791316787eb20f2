import { chromium, type Browser } from 'playwright-core';
import { inject } from 'vitest';

let connection: Promise<Browser> | undefined;

/** The one Chromium of this run, with one connection for each process of tests. Each test has a context of its own in it. */
export async function sharedBrowser(): Promise<Browser> {
  connection ??= connect();
  return connection;
}

async function connect(): Promise<Browser> {
  const response = await fetch(inject('browser'));
  const words = await response.text();
  if (!response.ok) throw new Error(words);
  return chromium.connect(words);
}
