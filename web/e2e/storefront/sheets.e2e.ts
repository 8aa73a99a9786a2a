/** A page's style sheets stand in its text: a first look waits for no other file, and the app asks for none of them again. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../browser.ts';
import { Visit } from '../visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it.each(['fr', 'ar'] as const)('no sheet is fetched but that of the next screen: %s', async (language) => {
  const visit = await Visit.open(browser, language, 412);
  const { page } = visit;
  const sheets: string[] = [];
  const refused: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.css')) sheets.push(pathname);
  });
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  for (const path of ['/', '/catalog/category/parfums', '/catalog/product/parfums/ambre-de-tassili']) {
    await visit.goto(path);
    await page.waitForLoadState('networkidle');
    // Of the tokens, of the app's own sheet, of the page's.
    const place = page.locator('main.wrap').first();
    expect(await place.evaluate((main) => getComputedStyle(main).getPropertyValue('--primary'))).not.toBe('');
    expect(await page.locator('style[data-sheet]').count()).toBeGreaterThan(2);
  }
  expect([sheets, refused]).toEqual([[], []]);
  await page.locator('.site-head_logo').first().click();
  await page.locator('.hero').first().waitFor();
  await expect.poll(() => sheets.map((path) => path.replace(/-[^-]*$/, ''))).toEqual(['/assets/home']);
  await visit.close();
});
