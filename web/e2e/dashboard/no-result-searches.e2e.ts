/** What a shopper searches in vain stands on the merchant's list, leads back to the shop's search, and begins a group of synonyms. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, SHOP } from '../browser.ts';
import { Visit } from '../visit.ts';
import { Desk } from './desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A word that no product has, nor one that is a letter away. */
function oddWord(): string {
  return Array.from(String(Date.now()), (digit) => 'bdfgklmptz'[Number(digit)]).join('');
}

it.each([
  { language: 'fr', width: 1280 },
  { language: 'ar', width: 390 },
] as const)('is told to the merchant ($language, $width px)', async (seat) => {
  const word = oddWord();
  const visit = await Visit.open(browser, seat.language, seat.width);
  await visit.goto(`/search?q=${word.toUpperCase()}`);
  await visit.close();

  const desk = await Desk.open(browser, seat);
  const { page } = desk;
  await desk.signIn('content', '/admin/no-result-searches');
  await page.locator('tbody tr').first().waitFor();
  await desk.expectSound();
  const path = `${SHOP}/dashboard/api/no-result-searches?q=${word}&period=1d`;
  const told = async () => (await (await desk.context.request.get(path)).json()).searches;
  await expect.poll(async () => (await told()).length, { timeout: 20_000 }).toBe(1);
  const [{ count, language }] = await told();
  expect([count >= 1, language]).toEqual([true, seat.language]);
  await desk.goto(`/admin/no-result-searches?q=${word}&period=1d`);
  const link = page.getByRole('link', { name: desk.words.db_searches_see_in_shop });
  const [shop] = await Promise.all([desk.context.waitForEvent('page'), link.click()]);
  await shop.waitForURL(new RegExp(`${seat.language === 'ar' ? '/ar' : ''}/search\\?q=${word}$`));
  await shop.close();
  await page.getByRole('link', { name: desk.words.db_synonyms_start }).click();
  const words = page.getByRole('dialog').getByLabel(desk.words.db_synonyms_words);
  expect(await words.inputValue()).toBe(`${word}\n`);
  await desk.expectSound();
  await desk.close();
});
