/** The browser of the tests: Debian's Chromium, or the one that CHROMIUM names. */
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

/** The shop that they visit. */
export const SHOP = process.env.SOUK_URL ?? 'http://localhost:8080';

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
}

/** One browser for the tests of a file, from the first to the last. */
export function browserOfFile(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  return () => {
    if (!browser) throw new Error('the browser is there once the tests run');
    return browser;
  };
}
