/** Collections from the first condition to the shop: by a rule that is tried before it is saved, then by hand, and gone. */
import { expect, it } from 'vitest';
import { browserOfFile, SHOP } from '../browser.ts';
import { readInBoth, Visit } from '../visit.ts';
import { crud } from './crud.ts';
import { Desk } from './desk.ts';

const browser = browserOfFile();

crud(browser, {
  screen: '/collections',
  writer: 'content',
  reader: 'sales',
  stranger: 'payments',
  fields: (name) => [[['db_line_name', 'fr'], name]],
  required: ['db_line_name', 'fr'],
  both: ['db_line_about', 'fr'],
  alone: ['db_line_position', '7'],
  remove: 'db_collection_delete',
});

it('makes a collection by a rule, turns it into one by hand, and shows both until it goes', async () => {
  const desk = await Desk.open(browser());
  const { page } = desk;
  const name = `Vitrine ${Date.now()}`;
  await desk.signIn('content', '/admin/collections');
  await page.getByRole('link', { name: 'Idées cadeaux' }).waitFor();
  await desk.expectSound();
  await page.getByRole('link', { name: 'Nouvelle collection' }).click();
  await page.getByRole('group', { name: 'Nom' }).getByLabel('Français').fill(name);
  await page.getByLabel('Tous les produits qui suivent une règle').check();
  await page.keyboard.press('Control+s');
  await page.getByText('Donnez au moins une condition.').first().waitFor();
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
  const shown = `/catalog/collections/${slug}`;
  const read = async () => (await desk.context.request.get(SHOP + shown)).text();
  await expect.poll(read, { timeout: 15_000 }).toContain('Bougie');
  await readInBoth(browser(), shown, (visit) => visit.page.locator('.listing .card').first().waitFor());

  const visit = await Visit.open(browser(), 'fr');
  await visit.goto(`/catalog/collections/${slug}`);
  await visit.page.getByLabel('Trier').first().selectOption('price_asc');
  await expect.poll(() => visit.page.url()).toContain('sort=price_asc');
  await visit.page.locator('.listing .card').first().waitFor();

  await page.getByLabel('Produits choisis à la main').check();
  for (const product of ['Safran', 'Coffret Ambre']) {
    await page.getByRole('searchbox', { name: 'Produit' }).fill(product);
    await page.getByRole('checkbox', { name: new RegExp(product) }).check();
  }
  await page.getByRole('button', { name: /^Monter .*Coffret/ }).click();
  await page.getByLabel('Adresse').fill(`${slug}-neuve`);
  await desk.expectSound();
  await page.keyboard.press('Control+s');
  await page.getByText(`Collection ${name} enregistrée`).first().waitFor();
  // The shop shows it within two seconds.
  const led = async () => {
    await visit.goto(`/catalog/collections/${slug}`);
    return visit.page.url();
  };
  await expect.poll(led, { timeout: 15_000 }).toContain(`${slug}-neuve`);
  // Its products a moment after its address, and a page that is open asks no more. The rule had as many.
  const cards = visit.page.locator('.listing .card');
  const listed = async () => {
    await visit.goto(`/catalog/collections/${slug}-neuve`);
    await cards.first().waitFor();
    return cards.allTextContents();
  };
  const both = ['Coffret Ambre', 'Safran'].map((product) => expect.stringContaining(product));
  await expect.poll(listed, { timeout: 15_000 }).toEqual(both);
  await visit.goto('/');
  await visit.page.getByRole('heading', { name: 'Idées cadeaux' }).waitFor();
  await visit.close();

  await desk.goto(address);
  await desk.confirm('Supprimer la collection…');
  await page.waitForURL(/\/admin\/collections$/);
  const status = async () =>
    (await desk.context.request.get(`${SHOP}/catalog/collections/${slug}-neuve`)).status();
  await expect.poll(status).toBe(410);

  await page.getByRole('link', { name: 'Idées cadeaux' }).click();
  await desk.confirm('Supprimer la collection…');
  await page.getByRole('alert').getByText('Cette collection est encore utilisée.').waitFor();
  await desk.expectSound();
  await desk.close();
});
