/** A promotion from its terms to its end. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { openBrowser } from '../browser.ts';
import { Desk } from './desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('plans a promotion of all products and ends it before it begins', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  const title = `Soldes ${Date.now()}`;
  await desk.signIn('content', '/admin/promotions/new');
  await page.getByLabel('Porte sur').selectOption('all');
  await page.getByLabel('Valeur').fill('12,5');
  // Far ahead: no other test meets its prices.
  await page.getByLabel('Du', { exact: true }).fill('2090-01-01T00:00');
  await page.getByLabel('Français').fill(title);
  await page.keyboard.press('Control+s');
  await page.waitForURL(/promotions\/[0-9a-f-]{36}/);
  await page.getByText('Prévue').waitFor();
  await desk.expectSound();

  await desk.press('Arrêter maintenant…');
  await page.getByRole('dialog').getByRole('button', { name: 'Arrêter maintenant…' }).click();
  await page.getByRole('button', { name: 'Reprendre' }).waitFor();
  await desk.goto('/admin/promotions?state=over');
  await page.locator('tbody tr', { hasText: title }).getByText('Terminée').waitFor();
  await desk.expectSound();
  await desk.close();
});
