/** A customer: found, read by what became of their orders, written of, and one who has not ordered yet. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, SHOP } from '../browser.ts';
import { Desk } from './desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it.each([390, 1280])('leads from an order to its customer and back, %i pixels wide', async (width) => {
  const desk = await Desk.open(browser, { width });
  const { page } = desk;
  await desk.signIn('sales', '/admin/customers');
  await page.locator('tbody tr').first().getByRole('link').first().waitFor();
  await desk.expectSound();
  const list = await desk.context.request.get(`${SHOP}/dashboard/api/orders?size=12`);
  const [order] = (await list.json()).orders;
  await desk.goto(`/admin/orders/${order.id}`);
  await page.getByRole('link', { name: 'Voir le client' }).click();
  await page.waitForURL(/customers\/[0-9a-f-]{36}/);
  await desk.expectSound();
  const written = `Rappelle le soir ${Date.now()}`;
  await page.getByLabel('Note', { exact: true }).fill(written);
  await page.keyboard.press('Control+s');
  await page
    .getByText(/^Client .* enregistré/)
    .first()
    .waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel('Note', { exact: true }).inputValue()).toBe(written);
  await page.getByRole('link', { name: order.number }).click();
  await page.waitForURL(`**/admin/orders/${order.id}`);
  await desk.close();
});

it('writes a new customer down, in a commune of the wilaya, and finds them by three characters', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  const phone = `0770${String(Date.now()).slice(-6)}`;
  await desk.signIn('sales', '/admin/customers');
  await page.getByRole('link', { name: 'Nouveau client' }).click();
  await page.getByLabel('Téléphone', { exact: true }).fill(phone);
  await page.getByLabel('Prénom', { exact: true }).fill('Yasmine');
  await page.getByLabel('Nom', { exact: true }).fill('Belkacem');
  await page.getByLabel('Wilaya', { exact: true }).fill('setif');
  await page.getByRole('option', { name: '19 Sétif' }).waitFor();
  await page.keyboard.press('Enter');
  await desk.fill('db_customer_commune', { choose: 1 });
  await page.keyboard.press('Control+s');
  await page.waitForURL(/customers\/[0-9a-f-]{36}/);
  await page.getByRole('heading', { level: 1, name: 'Yasmine Belkacem' }).waitFor();
  await page.getByText('Pas encore de commande.').waitFor();

  await desk.goto('/admin/customers');
  const search = page.getByRole('searchbox', { name: 'Nom ou téléphone' });
  await search.fill(phone);
  await page.waitForURL(/q=/);
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  await page.locator('tbody tr').getByText('Yasmine Belkacem').waitFor();
  const short = await desk.context.request.get(`${SHOP}/dashboard/api/customers?q=ya`);
  expect(short.status()).toBe(422);
  await desk.close();
});
