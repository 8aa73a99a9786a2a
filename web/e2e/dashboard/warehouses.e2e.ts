/** A warehouse from its name to its closed door, and what keeps one open. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, SHOP } from '../browser.ts';
import { Desk } from './desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('makes a warehouse, closes it and opens it again', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  const name = `Dépôt ${Date.now()}`;
  await desk.signIn('admin', '/admin/warehouses');
  await page.getByRole('link', { name: 'Nouvel entrepôt' }).click();
  await page.getByLabel('Nom').fill(name);
  await page.keyboard.press('Control+s');
  await page.getByText('Obligatoire').first().waitFor();
  await desk.expectSound();
  await page.getByLabel('Wilaya').selectOption('19');
  await page.getByLabel('Priorité').fill('40');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/warehouses\/[0-9a-f-]{36}/);
  await page.getByRole('heading', { level: 1, name }).waitFor();

  await desk.press('Fermer…');
  const dialog = page.getByRole('dialog');
  await desk.expectSound();
  await dialog.getByRole('button', { name: 'Fermer…' }).click();
  await page.getByRole('button', { name: 'Rouvrir' }).waitFor();
  await desk.goto('/admin/warehouses');
  const row = page.locator('tbody tr', { hasText: name });
  await row.getByText('Fermé').waitFor();
  await desk.expectSound();
  await row.getByRole('link').click();
  await desk.press('Rouvrir');
  await page.getByRole('button', { name: 'Fermer…' }).waitFor();
  await desk.close();
});

it('keeps those out who only work in a warehouse', async () => {
  const desk = await Desk.open(browser);
  await desk.signIn('warehouse', '/admin/stock');
  expect(await desk.page.getByRole('link', { name: 'Entrepôts' }).count()).toBe(0);
  const [first] = await (await desk.context.request.get(`${SHOP}/dashboard/api/warehouses`)).json();
  const session = await (await desk.context.request.get(`${SHOP}/dashboard/api/session`)).json();
  const refused = await desk.context.request.patch(`${SHOP}/dashboard/api/warehouses/${first.id}`, {
    headers: { 'X-CSRF-Token': session.csrfToken },
    data: { version: first.version, isActive: false },
  });
  expect(refused.status()).toBe(403);
  await desk.close();
});
