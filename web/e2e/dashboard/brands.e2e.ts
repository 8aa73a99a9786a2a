/** Brands from the first word to the shop: made, described, found, shown, and gone when nothing names them. */
import { expect, it } from 'vitest';
import { browserOfFile, SHOP } from '../browser.ts';
import { crud } from './crud.ts';
import { Desk } from './desk.ts';

const browser = browserOfFile();

crud(browser, {
  screen: '/brands',
  writer: 'content',
  reader: 'sales',
  stranger: 'payments',
  fields: (name) => [
    ['db_brand_name', name],
    [['db_brand_about', 'ar'], 'منذ 1962'],
  ],
  required: 'db_brand_name',
  both: ['db_brand_about', 'fr'],
  alone: ['db_brand_position', '7'],
  remove: 'db_brand_delete',
});

const LOGO = {
  name: 'logo.png',
  mimeType: 'image/png',
  // One red point.
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
};

it('keeps what is typed and the chosen logo over a reload', async () => {
  const desk = await Desk.open(browser());
  const { page } = desk;
  const name = `Marque ${Date.now()}`;
  await desk.signIn('content', '/admin/brands/new');
  await page.getByLabel('Nom').fill(name);
  await page.getByLabel('Logo').setInputFiles(LOGO);
  await page.locator('.picture-field img').waitFor();
  // It is kept once it is shown.
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('data:image/');
  await page.reload();
  await page.getByText(/^Brouillon de/).waitFor();
  await desk.expectSound();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/brands\/[0-9a-f-]{36}/);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.locator('.picture-field img[src^="/media/shop/"]').waitFor();
  await desk.confirm('Supprimer…');
  await page.waitForURL(/\/admin\/brands$/);
  await desk.goto(`/admin/brands?q=${encodeURIComponent(name)}`);
  await page.getByText('Aucune marque ne correspond').waitFor();
  await desk.close();
});

it('shows what is said of a brand over its products in the shop, and keeps it while they name it', async () => {
  const desk = await Desk.open(browser());
  const { page } = desk;
  const said = `Depuis 1962, ${Date.now()}`;
  await desk.signIn('content', '/admin/brands');
  await page.getByRole('button', { name: 'Produits en vente' }).click();
  // The address comes first, and the rows are not old before the head says how they are sorted.
  await page.locator('th:not([aria-sort=none])', { hasText: 'Produits en vente' }).waitFor();
  await expect.poll(() => page.locator('tbody [aria-busy=true], table[aria-busy=true]').count()).toBe(0);
  await page.locator('tbody .table_rowLink').first().click();
  await page.getByLabel('Français').fill(said);
  await page.keyboard.press('Control+s');
  await page.getByText(/^Marque .* enregistrée/).waitFor();
  await desk.confirm('Supprimer…');
  await page.getByRole('alert').getByText('Cette marque est encore utilisée.').waitFor();
  await page.getByText(/Produits\s: [1-9]/).waitFor();
  await desk.expectSound();

  const id = new URL(page.url()).pathname.split('/').at(-1);
  const { link } = await (await desk.context.request.get(`${SHOP}/dashboard/api/brands/${id}`)).json();
  await expect
    .poll(async () => (await desk.context.request.get(SHOP + link)).text(), { timeout: 15_000 })
    .toContain(said);
  const file = await desk.context.request.get(`${SHOP}/dashboard/api/brands/export?sort=products`);
  expect(await file.text()).toContain(said);
  await desk.close();
});
