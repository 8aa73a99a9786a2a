/** The shopper's half of the main job, in French and Arabic: from the front page to the order number. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../browser.ts';
import { Visit, WORDS } from '../visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe.each([
  { language: 'fr', width: 1280 },
  { language: 'fr', width: 390 },
  { language: 'ar', width: 1280 },
  { language: 'ar', width: 390 },
] as const)('a shopper in $language at $width px', ({ language, width }) => {
  it('opens a category and a product, picks, orders and reads the number', async () => {
    const visit = await Visit.open(browser, language, width);
    await visit.goto('/');
    await visit.expectSound();
    await visit.page.locator('.tiles_categories a').first().click();
    await visit.page.locator('.listing .card').first().waitFor();
    await visit.expectSound();
    // A pack to be composed has no address for each choice; what is new is another test's.
    await visit.page.locator('.card:not(.card_out):not(:has(a.card_add)) .card_name').last().click();
    await visit.page.locator('.buy-box h1').waitFor();
    await visit.pickAnotherCombination();
    await visit.expectSound();
    await visit.openForm();
    await visit.fillForm();
    await visit.expectSound();
    const total = await visit.page.locator('.totals .totals_grand dd').innerText();
    await visit.confirm();
    expect(await visit.orderNumber()).toMatch(/^A-\d{5,}$/);
    expect(await visit.page.locator('.receipt .totals_grand dd').innerText()).toBe(total);
    await visit.expectSound();
    await visit.close();
  });

  it('orders a cart and finds the order again', async () => {
    const visit = await Visit.open(browser, language, width);
    await visit.openAProduct();
    await visit.page.locator('.stepper_row .button').click();
    await visit.page.locator('.sheet .cart-line').waitFor();
    await visit.expectSound();
    await visit.page.locator('.sheet .button_primary').click();
    await visit.page.locator('.cart_columns').waitFor();
    await visit.fillForm();
    await visit.confirm();
    const number = await visit.orderNumber();
    expect(await visit.page.evaluate(() => localStorage.getItem('cart'))).toBe('[]');
    // What was ordered here a moment ago is looked for at once, and again when it is asked for.
    await visit.goto('/order/track');
    await visit.page.locator('.receipt').waitFor();
    await visit.page.locator('form.order button[type=submit]').click();
    await visit.page.locator('.receipt').waitFor();
    expect(await visit.page.locator('.receipt h2').innerText()).toContain(number);
    await visit.expectSound();
    await visit.close();
  });
});

it('keeps the pause after an order across a reload', async () => {
  const visit = await Visit.open(browser, 'fr');
  await visit.openAProduct();
  await visit.openForm();
  await visit.fillForm();
  await visit.confirm();
  await visit.orderNumber();
  await visit.page.reload();
  await visit.ready();
  await expect.poll(() => visit.page.locator('.thanks_again button').isDisabled()).toBe(true);
  await visit.openAProduct();
  await visit.openForm();
  await expect.poll(async () => (await visit.alerts()).join()).toMatch(/\d+\ss avant/);
  await expect.poll(() => visit.page.locator('[data-confirm]').getAttribute('aria-disabled')).toBe('true');
  await visit.close();
});

it('shows each product on the page that was chosen for it, and sells from the smallest one', async () => {
  const visit = await Visit.open(browser, 'fr', 390);
  const has = async (selector: string) => (await visit.page.locator(selector).count()) > 0;
  const parts = async () => ({
    pictures: await has('.gallery'),
    picker: await has('.choice, .choice_swatch'),
    tabs: await has('[role=tablist]'),
    rows: await has('.own-rows'),
  });
  // Before the page is there, nothing of it is, either.
  const isThere = () => visit.page.locator('.buy-box h1').waitFor();
  await visit.goto('/catalog/product/telephonie/coque-prune');
  await isThere();
  expect(await parts()).toEqual({ pictures: true, picker: true, tabs: false, rows: false });
  await visit.goto('/catalog/product/soins/gel-nettoyant-figue');
  await visit.page.locator('.own-rows').first().waitFor({ state: 'attached' });
  expect(await parts()).toEqual({ pictures: true, picker: false, tabs: true, rows: true });
  await visit.openForm();
  await visit.expectSound();
  await visit.goto('/catalog/product/audio-et-charge/chargeur-voiture');
  await visit.page.locator('#order-lastname').waitFor();
  expect(await parts()).toEqual({ pictures: false, picker: false, tabs: false, rows: false });
  await visit.fillForm();
  await visit.expectSound();
  await visit.confirm();
  expect(await visit.orderNumber()).toMatch(/^A-\d{5,}$/);
  await visit.close();
});

it('shows under a product what was seen before it, and sends its address on', async () => {
  const visit = await Visit.open(browser, 'ar', 390);
  await visit.goto('/catalog/product/telephonie/coque-prune');
  await visit.goto('/catalog/product/soins/gel-nettoyant-figue');
  const share = visit.page.locator('.share a[href^="https://wa.me/?text="]');
  expect(decodeURIComponent((await share.getAttribute('href')) ?? '')).toContain(
    '/ar/catalog/product/soins/gel-nettoyant-figue',
  );
  const seen = visit.page.getByRole('region', { name: WORDS.ar.sf_recently_seen });
  await visit.page.locator('.site-foot').scrollIntoViewIfNeeded();
  await seen.locator('.card').waitFor();
  expect(await seen.locator('.card .card_name').getAttribute('href')).toContain('/coque-prune');
  await visit.expectSound();
  await visit.close();
});
