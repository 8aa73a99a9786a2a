/** Brand lines from the first word to the shop: made, a product filed under one, listed, moved, and gone when nothing names it. */
import { expect, it } from 'vitest';
import { browserOfFile, SHOP } from '../browser.ts';
import { readInBoth, Visit } from '../visit.ts';
import { crud } from './crud.ts';
import { Desk } from './desk.ts';

const browser = browserOfFile();

crud(browser, {
  screen: '/brand-lines',
  writer: 'content',
  reader: 'sales',
  stranger: 'payments',
  fields: (name) => [
    ['db_line_brand', { choose: 1 }],
    ['db_line_name', name],
  ],
  required: 'db_line_brand',
  both: ['db_line_about', 'fr'],
  alone: [['db_line_about', 'ar'], 'مختارات'],
  remove: 'db_line_delete',
});

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

it('makes a line, files a product under it, and shows both in the shop until it goes', async () => {
  const desk = await Desk.open(browser());
  const { page } = desk;
  const name = `Gamme ${Date.now()}`;
  await desk.signIn('content', '/admin/brand-lines');
  const { product, brand, name: productName } = await productOfNour(desk);
  await desk.goto(`/admin/brand-lines?brand=${brand}`);
  await desk.expectSound();
  await page.getByRole('link', { name: 'Nouvelle gamme' }).click();
  await desk.field('db_line_name').fill(name);
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
  await page.getByText('Enregistré.').first().waitFor();
  await desk.expectSound();
  const shown = `/catalog/brandlines/${slug}`;
  const read = async () => (await desk.context.request.get(SHOP + shown)).text();
  await expect.poll(read, { timeout: 15_000 }).toContain(productName);
  await readInBoth(browser(), shown, async (visit) => {
    await visit.page.locator('.card').first().waitFor();
    await visit.page.locator('.breadcrumbs a[href$="/catalog/brands/nour"]').waitFor();
  });

  const visit = await Visit.open(browser(), 'fr');
  await visit.goto('/catalog/brands/nour');
  await visit.page.locator('.filters_group summary', { hasText: 'Gamme' }).click();
  await visit.page.locator('.filters_group .check', { hasText: name }).click();
  await visit.page.locator('.chips_chip', { hasText: name }).waitFor();
  await expect.poll(() => visit.page.locator('.listing .card').count()).toBe(1);
  await visit.expectSound();

  await desk.goto(line);
  await page.getByLabel('Adresse').fill(`${slug}-neuve`);
  await page.keyboard.press('Control+s');
  await page.getByText(`Gamme ${name} enregistrée`).waitFor();
  // The shop shows it within two seconds.
  const led = async () => {
    await visit.goto(`/catalog/brandlines/${slug}`);
    return visit.page.url();
  };
  await expect.poll(led).toContain(`${slug}-neuve`);
  await visit.close();

  await desk.confirm('Supprimer la gamme…');
  await page.getByRole('alert').getByText('Cette gamme est encore utilisée.').waitFor();
  await desk.expectSound();
  await desk.goto(`/admin/products/${product}`);
  await page.getByLabel('Gamme').selectOption({ label: 'Sans gamme' });
  await page.keyboard.press('Control+s');
  await page.getByText('Enregistré.').first().waitFor();
  await desk.goto(line);
  await desk.confirm('Supprimer la gamme…');
  await page.waitForURL(/\/admin\/brand-lines$/);
  const status = async () =>
    (await desk.context.request.get(`${SHOP}/catalog/brandlines/${slug}-neuve`)).status();
  await expect.poll(status).toBe(410);
  await desk.close();
});
