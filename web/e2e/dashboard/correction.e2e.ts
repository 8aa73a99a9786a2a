/** An order is corrected on the telephone: who gets it, where, and what its delivery costs then. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, SHOP } from '../browser.ts';
import { freshPhone } from '../visit.ts';
import { Desk } from './desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it.each([
  [390, 'constantine', '25 Constantine'],
  [1280, 'oran', '31 Oran'],
])('corrects the telephone and the place of an order, %i pixels wide', async (width, typed, wilaya) => {
  const desk = await Desk.open(browser, { width });
  const { page } = desk;
  await desk.signIn('sales', '/admin/orders');
  const list = await desk.context.request.get(`${SHOP}/dashboard/api/orders?status=placed&size=12`);
  const [order] = (await list.json()).orders;
  await desk.goto(`/admin/orders/${order.id}`);
  await desk.press('Corriger…');
  const dialog = page.getByRole('dialog');
  const phone = freshPhone();
  await dialog.getByLabel('Téléphone', { exact: true }).fill(phone);
  await dialog.getByLabel('Wilaya', { exact: true }).fill(typed);
  await dialog.getByRole('option', { name: wilaya }).waitFor();
  await page.keyboard.press('Enter');
  await desk.fill('db_customer_commune', { choose: 1 });
  const ways = dialog.getByLabel('Livraison', { exact: true });
  await ways.getByRole('option').nth(1).waitFor({ state: 'attached' });
  await ways.selectOption({ index: 1 });
  await dialog.getByText('Le tarif est celui d’aujourd’hui').waitFor();
  await desk.expectSound();
  await dialog.getByRole('button', { name: 'Corriger', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Commande corrigée').first().waitFor();

  const answer = await desk.context.request.get(`${SHOP}/dashboard/api/orders/${order.id}`);
  const corrected = await answer.json();
  expect(corrected.phone).toBe(phone);
  expect(corrected.wilayaId).toBe(wilaya.slice(0, 2));
  expect(corrected.total).toBe(corrected.productsTotal + corrected.deliveryPrice);
  expect(corrected.version).toBe(order.version + 1);
  // Its customer finds it by the number that they can be called on.
  await desk.goto('/admin/orders');
  await page.getByRole('searchbox').first().fill(phone);
  await page.getByRole('link', { name: order.number }).first().waitFor();
  await desk.close();
});
