/** From page to page: what an address leads to, what a click and the way back keep, how Arabic lies. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, SHOP } from '../browser.ts';
import { Visit } from '../visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('answers an unknown address with 404 and a way back', async () => {
  const visit = await Visit.open(browser, 'fr');
  const answer = await visit.page.goto(`${SHOP}/catalog/product/parfums/nulle-part`);
  expect(answer?.status()).toBe(404);
  await visit.ready();
  await visit.page.locator('.state .button').click();
  await expect.poll(() => new URL(visit.page.url()).pathname).toBe('/');
  await visit.close();
});

it('offers of a search in vain another one, which finds as much as it says', async () => {
  const visit = await Visit.open(browser, 'fr');
  await visit.goto('/search?q=parfum+qqqq');
  const offers = visit.page.locator('.instead');
  await expect.poll(() => offers.locator('a').allTextContents()).toEqual(['parfum']);
  const [, found] = /\((\d+)\)/.exec((await offers.textContent()) ?? '') ?? [];
  await offers.locator('a').click();
  await expect.poll(() => new URL(visit.page.url()).searchParams.get('q')).toBe('parfum');
  await expect.poll(() => visit.page.locator('.tools [role=status]').textContent()).toContain(`${found} `);
  await expect.poll(() => offers.count()).toBe(0);
  await visit.close();
});

it('narrows a listing by address, and comes back to the same place', async () => {
  const visit = await Visit.open(browser, 'fr');
  await visit.goto('/new');
  await visit.page.locator('.tools select').last().selectOption('price_asc');
  await expect.poll(() => visit.page.url()).toContain('sort=price_asc');
  await visit.page.locator('.filters_group summary').first().click();
  await visit.page.locator('.filters_group .check:not(.check_unavailable)').first().click();
  await visit.page.locator('.chips_chip').first().waitFor();
  await visit.page.locator('.card .card_name').first().click();
  await visit.page.locator('.buy-box h1').waitFor();
  await visit.page.goBack();
  await visit.page.locator('.chips_chip').first().waitFor();
  expect(visit.page.url()).toContain('sort=price_asc');
  await visit.page.locator('.chips_chip').first().click();
  await expect.poll(() => visit.page.locator('.chips_chip').count()).toBe(0);
  await visit.close();
});

it('names a page that was reached by a click as if it had been loaded, and shares no other address', async () => {
  const visit = await Visit.open(browser, 'fr');
  await visit.goto('/new');
  await visit.page.locator('.card .card_name').first().click();
  await visit.page.locator('.buy-box h1').waitFor();
  await expect.poll(() => visit.page.title()).not.toMatch(/^Nouveautés/);
  const title = await visit.page.title();
  expect(await visit.page.locator('link[rel=canonical]').count()).toBe(0);
  await visit.page.reload();
  expect(await visit.page.title()).toBe(title);
  await visit.ready();
  expect(await visit.page.title()).toBe(title);
  expect(await visit.page.locator('title').count()).toBe(1);
  await visit.close();
});

it('lays Arabic out from the right', async () => {
  const visit = await Visit.open(browser, 'ar');
  await visit.goto('/new');
  await visit.page.locator('.listing .card').first().waitFor();
  const box = async (selector: string) =>
    (await visit.page.locator(selector).first().boundingBox()) ?? { x: 0, width: 0 };
  const logo = await box('.site-head_logo');
  const cart = await box('.bag');
  const filters = await box('.filters');
  const grid = await box('.listing .grid');
  expect(logo.x).toBeGreaterThan(cart.x);
  expect(filters.x).toBeGreaterThan(grid.x + grid.width - 1);
  // In a price the digits come first, which in Arabic is on the right of the unit.
  const order = await visit.page
    .locator('.card .money')
    .first()
    .evaluate((element) => {
      const text = element.firstChild as Text;
      const at = (index: number) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        return range.getBoundingClientRect().left;
      };
      return { digits: at(0), unit: at(text.data.indexOf('دج')) };
    });
  expect(order.digits).toBeGreaterThan(order.unit);
  await visit.page.locator('.bag').click();
  const sheet = await visit.page.locator('dialog[open]').boundingBox();
  expect(sheet?.x).toBe(0);
  await visit.close();
});

it('fills the page from what the gateway wrote into it', async () => {
  const visit = await Visit.open(browser, 'fr');
  const asked: string[] = [];
  visit.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await visit.goto('/');
  await visit.page.waitForLoadState('networkidle');
  expect(asked).not.toContain('/web/public/api/home');
  expect(asked).not.toContain('/web/public/api/menus');
  await visit.close();
});

it.each(['fr', 'ar'] as const)(
  'makes a block of the home page when it comes near, in %s',
  async (language) => {
    const visit = await Visit.open(browser, language, 390);
    const { page } = visit;
    await visit.goto('/');
    await page.waitForLoadState('networkidle');
    const written = page.locator('[data-written]');
    expect(await written.count()).toBeGreaterThan(0);
    const row = page.locator('.module_all > [data-size]:has(.card)').last();
    await row.scrollIntoViewIfNeeded();
    await row.getByRole('button').first().waitFor();
    // What was passed over is made too, so that who comes back finds the place.
    await expect
      .poll(() => written.evaluateAll((all) => all.some((one) => one.getBoundingClientRect().top < 0)))
      .toBe(false);
    const card = row.locator('.card_name').first();
    await card.scrollIntoViewIfNeeded();
    const top = (await card.boundingBox())?.y ?? 0;
    await card.click();
    await page.locator('.buy-box h1').waitFor();
    await page.goBack();
    await expect.poll(async () => Math.round(((await card.boundingBox())?.y ?? 0) - top)).toBe(0);
    expect(await written.count()).toBe(0);
    await visit.close();
  },
);
