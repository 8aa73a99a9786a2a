/** Every page in both directions and widths. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openBrowser } from '../browser.ts';
import { Visit } from '../visit.ts';

const PAGES = [
  '/',
  '/featured',
  '/new',
  '/search?q=parfum',
  '/search?q=parfum+qqqq',
  '/checkout/cart/view',
  '/checkout/thanks',
  '/order/track',
  '/catalog/brandlines/jardins-d-alger',
  '/catalog/collections/idees-cadeaux',
  '/pages/livraison-et-retours',
  '/catalog/product/telephonie/coque-prune',
  '/catalog/product/audio-et-charge/chargeur-voiture',
  '/catalog/product/soins/gel-nettoyant-figue',
  '/blog',
  '/blog/categories/guides',
  '/blog/comment-se-passe-la-livraison',
];

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe.each([
  { language: 'fr', width: 1280 },
  { language: 'ar', width: 390 },
] as const)('in $language at $width px', ({ language, width }) => {
  it.each(PAGES)('%s is sound', async (path) => {
    const visit = await Visit.open(browser, language, width);
    await visit.goto(path);
    await visit.page.waitForLoadState('networkidle');
    await visit.expectSound();
    await visit.close();
  });
});
