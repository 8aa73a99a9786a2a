/** A warehouse from its name to its closed door, and what keeps one open. */
import { it } from 'vitest';
import { browserOfFile } from '../browser.ts';
import { crud } from './crud.ts';
import { Desk } from './desk.ts';

const browser = browserOfFile();

crud(browser, {
  screen: '/warehouses',
  writer: 'admin',
  stranger: 'payments',
  fields: (name) => [
    ['db_warehouse_name', name],
    ['db_warehouse_wilaya', { choose: 19 }],
    ['db_warehouse_priority', '40'],
  ],
  required: 'db_warehouse_name',
  both: 'db_warehouse_name',
  alone: ['db_warehouse_priority', '41'],
});

it('makes a warehouse, closes it and opens it again', async () => {
  const desk = await Desk.open(browser());
  const { page } = desk;
  const name = `Dépôt ${Date.now()}`;
  await desk.signIn('admin', '/admin/warehouses');
  await page.getByRole('link', { name: 'Nouvel entrepôt' }).click();
  await page.getByLabel('Nom').fill(name);
  await page.getByLabel('Wilaya').fill('19');
  await page.getByRole('option', { name: '19 Sétif' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByLabel('Priorité').fill('40');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/warehouses\/[0-9a-f-]{36}/);
  await page.getByRole('heading', { level: 1, name }).waitFor();

  await desk.confirm('Fermer…');
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
