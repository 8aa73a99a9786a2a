/** The browser of the tests: Debian's Chromium, or the one that CHROMIUM names. */
import { type Browser, chromium } from 'playwright-core';

/** The shop that they visit. */
export const SHOP = process.env.SOUK_URL ?? 'http://localhost:8080';

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
}
