/** An order is corrected on the telephone: who gets it, where, and what its delivery costs then. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, SHOP } from '../browser.ts';
import { Shopper } from '../shopper.ts';
import { freshPhone } from '../visit.ts';
import { Desk, type Seat, type Word } from './desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

interface Corrected {
  phone: string;
  wilayaId: string;
  communeId: string;
  productsTotal: number;
  deliveryPrice: number;
  total: number;
}

/** At an order that was placed just now, with the dialog open in which it is corrected. */
async function atCorrection(seat: Seat, lastname: string) {
  const desk = await Desk.open(browser, seat);
  await desk.signIn('sales', '/admin/orders');
  // A visitor of their own: the shop's cookies of the desk are none of theirs.
  const visitor = await browser.newContext();
  const order = await new Shopper(visitor.request).order(lastname);
  await visitor.close();
  const read = async (): Promise<Corrected> => {
    const answer = await desk.context.request.get(`${SHOP}/dashboard/api/orders/${order.id}`);
    return await answer.json();
  };
  await desk.goto(`/admin/orders/${order.id}`);
  await desk.press(desk.words.db_order_correct);
  const dialog = desk.page.getByRole('dialog');
  await dialog.waitFor();
  const field = (name: Word) => dialog.getByLabel(desk.words[name], { exact: true });
  const submit = dialog.getByRole('button', { name: desk.words.db_order_correct_submit, exact: true });
  return { desk, order, read, dialog, field, submit };
}

it.each([
  [390, 'constantine', '25 Constantine'],
  [1280, 'oran', '31 Oran'],
])('corrects the telephone and the place of an order, %i pixels wide', async (width, typed, wilaya) => {
  const { desk, order, read, dialog, field, submit } = await atCorrection({ width }, 'Corrigé');
  const { page, words } = desk;
  const phone = freshPhone();
  await field('db_customer_phone').fill(phone);
  await field('db_customer_wilaya').fill(typed);
  await dialog.getByRole('option', { name: wilaya }).waitFor();
  await page.keyboard.press('Enter');
  // The first stands for none.
  await field('db_customer_commune').click();
  await dialog.getByRole('listbox').getByRole('option').nth(1).click();
  const ways = field('db_order_delivery');
  const offered = ways.locator('option:not([value=""])');
  await offered.filter({ hasText: 'DA' }).first().waitFor({ state: 'attached' });
  const home = offered.filter({ hasText: 'Domicile' });
  const way = (await home.count()) > 0 ? home.first() : offered.first();
  await ways.selectOption({ value: (await way.getAttribute('value')) ?? '' });
  await dialog.getByText(words.db_order_correct_price).waitFor();
  await desk.expectSound();
  await submit.click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText(words.db_event_corrected).first().waitFor();

  const corrected = await read();
  expect(corrected.phone).toBe(phone);
  expect(corrected.wilayaId).toBe(wilaya.slice(0, 2));
  expect(corrected.total).toBe(corrected.productsTotal + corrected.deliveryPrice);
  // Its customer finds it by the number that they can be called on.
  await desk.goto('/admin/orders');
  await page.getByRole('searchbox').first().fill(phone);
  await page.getByRole('link', { name: order.number }).first().waitFor();
  await desk.close();
});

it('corrects the telephone alone, in Arabic on the smallest of screens', async () => {
  const { desk, read, dialog, field, submit } = await atCorrection({ language: 'ar', width: 320 }, 'Petit');
  const { page, words } = desk;
  await page.setViewportSize({ width: 320, height: 640 });
  const before = await read();
  const phone = freshPhone();
  await field('db_customer_phone').fill(phone);
  await field('db_customer_address').scrollIntoViewIfNeeded();
  const box = await submit.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640);
  await desk.expectSound();
  await submit.click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText(words.db_event_corrected).first().waitFor();
  expect(await read()).toMatchObject({ phone, communeId: before.communeId, total: before.total });
  await desk.close();
});
