/** Collections from the first condition to the shop: by a rule that is tried before it is saved, then by hand, and gone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, SHOP } from '../browser.ts';
import { Visit } from '../visit.ts';
import { Desk } from './desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function readsIn(language: 'fr' | 'ar', width: number, path: string, product: string): Promise<void> {
  const visit = await Visit.open(browser, language, width);
  await expect
    .poll(async () => (await visit.context.request.get(visit.address(path))).text(), { timeout: 15_000 })
    .toContain('BreadcrumbList');
  await visit.goto(path);
  const cards = visit.page.locator('.listing .card');
  await cards.first().waitFor();
  if (language === 'fr') await cards.filter({ hasText: product }).first().waitFor();
  await visit.expectSound();
  await visit.close();
}

it('makes a collection by a rule, turns it into one by hand, and shows both until it goes', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  const name = `Vitrine ${Date.now()}`;
  await desk.signIn('content', '/admin/collections');
  await page.getByRole('link', { name: 'Idées cadeaux' }).waitFor();
  await desk.expectSound();
  await page.getByRole('link', { name: 'Nouvelle collection' }).click();
  await page.getByRole('group', { name: 'Nom' }).getByLabel('Français').fill(name);
  await page.getByLabel('Tous les produits qui suivent une règle').check();
  await page.keyboard.press('Control+s');
  await page.getByText('Donnez au moins une condition.').waitFor();
  await page.getByText('Toutes les catégories').click();
  await page.getByRole('checkbox', { name: 'Bougies et senteurs' }).check();
  await page.getByLabel('Prix affiché, jusqu’à').fill('1900');
  const preview = page.getByRole('region', { name: 'Aperçu' });
  await preview.getByText(/produits suivent cette règle/).waitFor();
  await preview.getByText('Bougie parfumée Figuier').waitFor();
  await desk.expectSound();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/collections\/[0-9a-f-]{36}/);
  const address = new URL(page.url()).pathname;
  const slug = await page.getByLabel('Adresse').inputValue();
  expect(slug).toMatch(/^vitrine-\d+$/);
  await readsIn('fr', 1280, `/catalog/collections/${slug}`, 'Bougie');
  await readsIn('ar', 390, `/catalog/collections/${slug}`, '');

  const visit = await Visit.open(browser, 'fr');
  await visit.goto(`/catalog/collections/${slug}`);
  await visit.page.getByLabel('Trier').first().selectOption('price_asc');
  await expect.poll(() => visit.page.url()).toContain('sort=price_asc');
  await visit.page.locator('.listing .card').first().waitFor();

  await page.getByLabel('Produits choisis à la main').check();
  for (const product of ['Safran', 'Coffret']) {
    await page.getByRole('searchbox', { name: 'Produit' }).fill(product);
    await page.getByRole('checkbox', { name: new RegExp(product) }).check();
  }
  await page.getByRole('button', { name: /^Monter .*Coffret/ }).click();
  await page.getByLabel('Adresse').fill(`${slug}-neuve`);
  await desk.expectSound();
  await page.keyboard.press('Control+s');
  await page.getByText(`Collection ${name} enregistrée`).first().waitFor();
  await visit.goto(`/catalog/collections/${slug}`);
  await expect.poll(() => visit.page.url()).toContain(`${slug}-neuve`);
  const cards = visit.page.locator('.listing .card');
  await expect.poll(() => cards.count()).toBe(2);
  expect(await cards.first().textContent()).toContain('Coffret');
  await visit.goto('/');
  await visit.page.getByRole('heading', { name: 'Idées cadeaux' }).waitFor();
  await visit.close();

  await desk.goto(address);
  await desk.press('Supprimer la collection…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Supprimer la collection…' }).click();
  await page.waitForURL(/\/admin\/collections$/);
  const gone = await desk.context.request.get(`${SHOP}/catalog/collections/${slug}-neuve`);
  expect(gone.status()).toBe(404);

  await page.getByRole('link', { name: 'Idées cadeaux' }).click();
  await desk.press('Supprimer la collection…');
  await dialog.getByRole('button', { name: 'Supprimer la collection…' }).click();
  await page.getByRole('alert').getByText('Cette collection est encore utilisée.').waitFor();
  await desk.expectSound();
  await desk.close();
});
