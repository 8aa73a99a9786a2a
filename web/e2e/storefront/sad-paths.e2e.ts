/** What goes wrong while ordering is said in place, loses nothing and never makes a second order. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../browser.ts';
import { Shopper } from '../shopper.ts';
import { freshPhone, Visit, WORDS } from '../visit.ts';
import { Staff } from './staff.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

interface Product {
  id: string;
  combinations: readonly { id: string; isDefault: boolean }[];
}

/** The product on the screen. */
async function productOf(visit: Visit): Promise<Product> {
  const slug = new URL(visit.page.url()).pathname.split('/').at(-1) ?? '';
  return visit.page.evaluate(async (path) => {
    const session = await (await fetch('/web/api/session')).json();
    const answer = await fetch(path, { headers: { Authorization: `Bearer ${session.token}` } });
    return answer.json();
  }, `/web/public/api/product/${slug}`);
}

/** Asks orders, as a visitor of its own, what a product costs. */
async function askerOf({ id, combinations }: Product) {
  const context = await browser.newContext();
  const shopper = new Shopper(context.request);
  const chosen = combinations.find(({ isDefault }) => isDefault) ?? combinations[0];
  return { quote: () => shopper.quote(id, chosen?.id ?? null), close: () => context.close() };
}

describe.each(['fr', 'ar'] as const)('in %s', (language) => {
  const words = WORDS[language];

  it('says what is missing by name and leads there', async () => {
    const visit = await Visit.open(browser, language, 390);
    await visit.openAProduct();
    await visit.openForm();
    await visit.page.locator('[data-confirm]').click({ force: true });
    await expect.poll(async () => (await visit.alerts())[0]).toContain(words.sf_field_phone);
    await expect.poll(() => visit.page.evaluate(() => document.activeElement?.id)).toBe('order-lastname');
    await visit.expectSound();
    await visit.close();
  });

  it('tells that goods ran out, and keeps what was typed', async () => {
    const visit = await Visit.open(browser, language);
    // Of which there are few: how many is told of nothing else.
    await visit.goto('/catalog/product/maison/lampe-lune');
    await visit.page.locator('.buy-box h1').waitFor();
    await visit.openForm();
    await visit.fillForm();
    const quantity = visit.page.locator('.stepper_row .stepper input');
    await quantity.fill('999');
    await quantity.press('Enter');
    await visit.confirm();
    const sold = words.sf_out_of_stock_named.split('{names}')[0] ?? '';
    await expect.poll(async () => (await visit.alerts()).join()).toContain(sold);
    expect(await visit.page.locator('#order-firstname').inputValue()).not.toBe('');
    await visit.expectSound();
    // As many as there are can be taken in one tap.
    const [before = '', after = ''] = words.sf_take_left.split('{left}');
    const take = visit.page.getByRole('button', { name: new RegExp(`^${before}\\d+${after}$`) });
    const left = /\d+/.exec(await take.innerText())?.[0];
    await take.click();
    expect(await quantity.inputValue()).toBe(left);
    await take.waitFor({ state: 'detached' });
    const isAtQuantity = () => document.activeElement?.closest('.stepper') !== null;
    await expect.poll(() => visit.page.evaluate(isAtQuantity)).toBe(true);
    await visit.expectSound();

    // What has none at all can be waited for: the shop calls.
    await visit.goto('/catalog/product/parfums/oud-de-nuit');
    await visit.page.getByLabel(words.sf_field_phone, { exact: true }).fill(freshPhone());
    await visit.page.getByRole('button', { name: words.sf_restock_send, exact: true }).click();
    await visit.page
      .getByRole('status')
      .getByText(words.sf_restock_sent.split('{phone}')[0] ?? '')
      .waitFor();
    await visit.expectSound();
    await visit.close();
  });

  it('shows a price that changed meanwhile and orders at the new total', async () => {
    const staff = await Staff.signIn();
    const visit = await Visit.open(browser, language);
    await visit.openAProduct();
    const product = await productOf(visit);
    const asker = await askerOf(product);
    const old = await asker.quote();
    await visit.openForm();
    await visit.fillForm();
    const before = await visit.page.locator('.totals .totals_grand dd').innerText();
    await staff.raisePrices(product.id, 100);
    try {
      // Orders hears of a new price by event: until then the old one holds.
      await expect.poll(asker.quote, { interval: 250 }).toBeGreaterThan(old);
      await visit.confirm();
      const changed = words.sf_price_changed.split('{total}')[0] ?? '';
      await expect.poll(async () => (await visit.alerts()).join()).toContain(changed);
      const shown = () => visit.page.locator('.totals .totals_grand dd').innerText();
      await expect.poll(shown).not.toBe(before);
      const after = await shown();
      await visit.expectSound();
      await visit.confirm();
      expect(await visit.orderNumber()).toMatch(/^A-/);
      expect(await visit.page.locator('.receipt .totals_grand dd').innerText()).toBe(after);
    } finally {
      await staff.raisePrices(product.id, -100);
      await expect.poll(asker.quote, { interval: 250 }).toBe(old);
      await asker.close();
    }
    await visit.close();
  });

  it('shows that communes did not load, and loads them on the second try', async () => {
    const visit = await Visit.open(browser, language);
    await visit.openAProduct();
    await visit.openForm();
    await visit.fillPerson();
    await visit.page.route('**/commune/wilaya/**', (route) => route.abort());
    await visit.chooseFirst('wilaya');
    const field = visit.page.locator('.field:has(#order-commune)');
    await field.getByText(words.sf_communes_failed).waitFor();
    await visit.expectSound();
    await visit.page.unroute('**/commune/wilaya/**');
    await field.locator('button').click();
    await visit.chooseFirst('commune');
    await visit.chooseDelivery();
    await visit.confirm();
    expect(await visit.orderNumber()).toMatch(/^A-/);
    await visit.close();
  });

  it('makes one order of a double click', async () => {
    const visit = await Visit.open(browser, language);
    await visit.openAProduct();
    await visit.openForm();
    await visit.fillForm();
    const sent: string[] = [];
    visit.page.on('request', (request) => {
      if (request.url().endsWith('/cart/checkout')) sent.push(request.headers()['idempotency-key'] ?? '');
    });
    await visit.page.locator('[data-confirm]').dblclick();
    expect(await visit.orderNumber()).toMatch(/^A-/);
    expect(new Set(sent).size).toBe(1);
    await visit.close();
  });

  it('says that the order may stand when no answer came, and sends it on the next try', async () => {
    const visit = await Visit.open(browser, language);
    await visit.openAProduct();
    await visit.openForm();
    await visit.fillForm();
    await visit.page.route('**/cart/checkout', (route) => route.abort());
    await visit.confirm();
    const box = visit.page.locator('dialog[open]');
    await box.getByText(words.sf_may_be_recorded).waitFor();
    await visit.expectSound();
    await visit.page.unroute('**/cart/checkout');
    await box.locator('.button_primary').click();
    expect(await visit.orderNumber()).toMatch(/^A-/);
    await visit.close();
  });
});
