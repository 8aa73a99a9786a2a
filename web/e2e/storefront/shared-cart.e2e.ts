/** A cart that one shopper shares and another one adds to their own. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, SHOP } from '../browser.ts';
import { Visit, WORDS } from '../visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it.each([
  { language: 'fr', width: 1280 },
  { language: 'ar', width: 390 },
] as const)(
  'is offered, added to what is there, and offered no more ($language, $width px)',
  async (seat) => {
    const words = WORDS[seat.language];
    const giver = await Visit.open(browser, seat.language, seat.width);
    await giver.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: SHOP });
    await giver.openAProduct();
    await giver.page.locator('.stepper_row .button').click();
    await giver.page.locator('.sheet .button_primary').click();
    await giver.page.locator('.cart_columns').waitFor();
    const name = await giver.page.locator('.cart-line .cart-line_name').innerText();
    await giver.page.getByRole('button', { name: words.sf_copy_link }).click();
    const copied = () => giver.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain(`${new URL(giver.page.url()).pathname}#cart=`);
    const link = await copied();
    await giver.expectSound();
    await giver.close();

    const taker = await Visit.open(browser, seat.language, seat.width);
    const { page } = taker;
    await page.goto(`${link}&cart=parti-depuis-longtemps.1`);
    await taker.ready();
    const offer = page.locator('.shared-cart');
    await offer.locator('.cart-line .cart-line_name', { hasText: name }).waitFor();
    await offer.locator('.note').waitFor();
    await taker.expectSound();
    const lines = async () => JSON.parse((await page.evaluate(() => localStorage.getItem('cart'))) ?? '[]');
    expect(await lines()).toEqual([]);
    await offer.getByRole('button', { name: words.sf_shared_add }).click();
    await page.locator('.cart_columns .cart-line').waitFor();
    await page.getByText(words.sf_shared_added).waitFor();
    expect(await lines()).toEqual([expect.objectContaining({ name, quantity: 1 })]);
    await expect.poll(() => new URL(page.url()).hash).toBe('');

    await page.goto(link);
    await offer.getByRole('button', { name: words.sf_shared_dismiss }).click();
    await offer.waitFor({ state: 'detached' });
    expect(await lines()).toEqual([expect.objectContaining({ name, quantity: 1 })]);
    await taker.expectSound();
    await taker.close();
  },
);
