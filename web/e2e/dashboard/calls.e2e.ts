/** Who was called in vain is called again at the time that was chosen. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../browser.ts';
import { Shopper } from '../shopper.ts';
import { Desk } from './desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('finds a customer who did not answer among those to be called again, by the time of the call', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  // An order of its own: the newest of the list may be another test's.
  const visitor = await browser.newContext();
  const { id, number } = await new Shopper(visitor.request).order('Injoignable');
  await visitor.close();
  await desk.signIn('sales', `/admin/orders/${id}`);
  await desk.press('Pas de réponse…');
  const dialog = page.getByRole('dialog');
  // Before all others of the demo.
  await dialog.getByLabel('Prochain appel').fill('2026-01-05T10:00');
  await dialog.getByRole('button', { name: 'Valider' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Rappel dépassé : 5 janv. 10:00').first().waitFor();

  await desk.goto('/admin');
  await page.getByRole('link', { name: /À rappeler/ }).click();
  await expect.poll(() => page.url()).toContain('sort=nextCall');
  const top = page.locator('main tbody tr').first();
  await top.getByText(number).first().waitFor();
  await top.getByText('Rappel dépassé').waitFor();
  await desk.expectSound();
  await page
    .getByRole('link', { name: /Confirmées/ })
    .first()
    .click();
  await expect.poll(() => page.url()).not.toContain('nextCall');
  await desk.close();
});
