/** Products from a file: what the shop wrote changes nothing, a new line makes a product, and an undo takes it away again. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, SHOP } from '../browser.ts';
import { Desk } from './desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** How many products are said to become what; behind them, pictures may be. */
async function counts(desk: Desk): Promise<string[]> {
  return (await desk.page.locator('dl.panel_kv dd').allTextContents()).slice(0, 4);
}

async function choose(desk: Desk, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await desk.page.getByLabel('Fichier de produits').setInputFiles(file);
  await desk.press('Vérifier le fichier');
  await desk.page.getByText('Vérifié : rien n’est encore changé.').waitFor();
}

it.each([1280, 390])('takes in what it gave out, and a new product, at %i px', async (width) => {
  const desk = await Desk.open(browser, { width });
  const { page } = desk;
  const { request } = desk.context;
  await desk.signIn('admin', '/admin/products/import');
  await page.getByLabel('Fichier de produits').waitFor({ state: 'attached' });
  await desk.expectSound();
  const listed = await (await request.get(`${SHOP}/dashboard/api/products?size=12`)).json();
  const known: string = listed.products[0].name;
  const address = `${SHOP}/dashboard/api/products/export?q=${encodeURIComponent(known)}`;
  const exported = await (await request.get(address)).text();
  await choose(desk, 'products.csv', exported);
  const [made, changed, same, refused] = await counts(desk);
  expect([made, changed, refused]).toEqual(['0', '0', '0']);
  expect(same).not.toBe('0');
  await page.getByText('Il n’y a rien à importer.').waitFor();

  await desk.press('Choisir un autre fichier');
  const { categories } = await (await request.get(`${SHOP}/dashboard/api/categories`)).json();
  const name = `Savon ${Date.now()}`;
  const lines = [
    'Nom,Prix,category,images',
    // An address inside the shop is never asked, and told like one where nobody answers: after some tries.
    `${name},"1 200,50",${categories[0].slug},http://127.0.0.1/a.png`,
    'Sans prix,cher,nulle-part,',
  ];
  await choose(desk, 'nouveaux.csv', lines.join('\n'));
  await page.getByRole('row', { name: /^3/ }).waitFor();
  await desk.expectSound();
  await desk.press('Importer (1)');
  await page.getByText('L’import est terminé.').waitFor();
  expect(await counts(desk)).toEqual(['1', '0', '0', '1']);
  const path = `${SHOP}/dashboard/api/products?size=12&q=${encodeURIComponent(name)}`;
  await expect.poll(async () => (await (await request.get(path)).json()).total).toBe(1);
  await page.getByRole('progressbar', { name: 'Images' }).waitFor();
  await desk.expectSound();

  await desk.press('Annuler cet import');
  const question = page.getByRole('dialog', { name: 'Annuler cet import ?' });
  await question.getByRole('button', { name: 'Annuler cet import' }).click();
  await page.getByText('L’import est annulé.').waitFor();
  expect(await counts(desk)).toEqual(['1', '0', '0', '0']);
  await expect.poll(async () => (await (await request.get(path)).json()).total).toBe(0);
  await desk.close();
});
