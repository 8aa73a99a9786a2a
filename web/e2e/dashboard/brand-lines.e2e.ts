/** Brand lines from the first word to the shop: made, a product filed under one, listed, moved, and gone when nothing names it. */
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

/** A product of a brand that sells, and that brand. */
async function productOfNour(desk: Desk): Promise<{ product: string; brand: string; name: string }> {
  const ask = async (path: string) => (await desk.context.request.get(`${SHOP}/dashboard/${path}`)).json();
  const [brands] = (await ask('menu/api/brands')) as { id: string; name: string }[][];
  const brand = brands?.find(({ name }) => name === 'Nour')?.id ?? '';
  const { products } = (await ask(`api/products?brand=${brand}&active=true`)) as {
    products: { id: string; name: string }[];
  };
  const [first] = products;
  if (!first) throw new Error('the demo has products of Nour');
  return { product: first.id, brand, name: first.name };
}

async function readsIn(language: 'fr' | 'ar', width: number, path: string, product: string): Promise<void> {
  const visit = await Visit.open(browser, language, width);
  await expect
    .poll(async () => (await visit.context.request.get(visit.address(path))).text(), { timeout: 15_000 })
    .toContain(language === 'fr' ? product : '/catalog/brands/nour');
  await visit.goto(path);
  await visit.page.locator('.card').first().waitFor();
  await visit.page.locator('.breadcrumbs a[href$="/catalog/brands/nour"]').waitFor();
  await visit.expectSound();
  await visit.close();
}

it('makes a line, files a product under it, and shows both in the shop until it goes', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  const name = `Gamme ${Date.now()}`;
  await desk.signIn('content', '/admin/brand-lines');
  const { product, brand, name: productName } = await productOfNour(desk);
  await desk.goto(`/admin/brand-lines?brand=${brand}`);
  await desk.expectSound();
  await page.getByRole('link', { name: 'Nouvelle gamme' }).click();
  await page.keyboard.press('Control+s');
  await desk.expectSound();
  await page.getByLabel('Nom').fill(name);
  const about = page.getByRole('group', { name: 'Présentation' });
  await about.getByLabel('العربية').fill('مختارات');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/brand-lines\/[0-9a-f-]{36}/);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  const line = new URL(page.url()).pathname;
  const slug = await page.getByLabel('Adresse').inputValue();
  expect(slug).toMatch(/^gamme-\d+$/);

  await desk.goto(`/admin/products/${product}`);
  await page.getByLabel('Gamme').selectOption({ label: name });
  await page.keyboard.press('Control+s');
  await page
    .getByText(/enregistré/)
    .first()
    .waitFor();
  await desk.expectSound();
  await readsIn('fr', 1280, `/catalog/brandlines/${slug}`, productName);
  await readsIn('ar', 390, `/catalog/brandlines/${slug}`, productName);

  const visit = await Visit.open(browser, 'fr');
  await visit.goto('/catalog/brands/nour');
  await visit.page.locator('.filter-group summary', { hasText: 'Gamme' }).click();
  await visit.page.locator('.filter-group .check', { hasText: name }).click();
  await visit.page.locator('.chip', { hasText: name }).waitFor();
  await expect.poll(() => visit.page.locator('.listing .card').count()).toBe(1);
  await visit.expectSound();

  await desk.goto(line);
  await page.getByLabel('Adresse').fill(`${slug}-neuve`);
  await page.keyboard.press('Control+s');
  await page.getByText(`Gamme ${name} enregistrée`).waitFor();
  await visit.goto(`/catalog/brandlines/${slug}`);
  await expect.poll(() => visit.page.url()).toContain(`${slug}-neuve`);
  await visit.close();

  await desk.press('Supprimer la gamme…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Supprimer la gamme…' }).click();
  await page.getByRole('alert').getByText('Cette gamme est encore utilisée.').waitFor();
  await desk.expectSound();
  await desk.goto(`/admin/products/${product}`);
  await page.getByLabel('Gamme').selectOption({ label: 'Sans gamme' });
  await page.keyboard.press('Control+s');
  await page
    .getByText(/enregistré/)
    .first()
    .waitFor();
  await desk.goto(line);
  await desk.press('Supprimer la gamme…');
  await dialog.getByRole('button', { name: 'Supprimer la gamme…' }).click();
  await page.waitForURL(/\/admin\/brand-lines$/);
  const gone = await desk.context.request.get(`${SHOP}/catalog/brandlines/${slug}-neuve`);
  expect(gone.status()).toBe(404);
  await desk.close();
});
