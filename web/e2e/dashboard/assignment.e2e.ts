/** An order is given to an employee and found among theirs. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../browser.ts';
import { Desk } from './desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('gives an order to somebody, who finds it in the list', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  await desk.signIn('sales', '/admin/orders');
  const first = page.locator('main a.table_rowLink').first();
  await first.waitFor();
  const number = (await first.innerText()).trim();
  // By its number: another order may have come first meanwhile.
  await page.getByRole('link', { name: number }).first().click();
  await desk.press('Affecter…');
  const dialog = page.getByRole('dialog');
  // Whoever has it already would be given it again, which changes nothing.
  await dialog.getByRole('option', { name: 'Nadia Cherif' }).waitFor({ state: 'attached' });
  await dialog.getByLabel('Employé').selectOption({ label: 'Nadia Cherif' });
  await desk.expectSound();
  await dialog.getByRole('button', { name: 'Affecter', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Confiée à Nadia Cherif').first().waitFor();

  await desk.goto('/admin/orders');
  await page.getByLabel('Employé').selectOption({ label: 'Nadia Cherif' });
  await expect.poll(() => page.url()).toContain('employee=');
  await page.getByRole('link', { name: number }).first().waitFor();
  await desk.close();
});
