/** Pages of text by the merchant: one is written, read in the shop, moved to another address, hidden and taken away. */
import { expect, it } from 'vitest';
import { browserOfFile, SHOP } from '../browser.ts';
import { Visit } from '../visit.ts';
import { crud, slugOf } from './crud.ts';
import { Desk } from './desk.ts';

const browser = browserOfFile();

crud(browser, {
  screen: '/cms-pages',
  writer: 'content',
  stranger: 'sales',
  fields: (name) => [
    [['db_cms_heading', 'fr'], name],
    ['db_cms_slug', slugOf(name)],
  ],
  required: ['db_cms_heading', 'fr'],
  both: ['db_product_seo_title', 'fr'],
  alone: [['db_cms_heading', 'ar'], 'الضمان'],
  remove: 'db_cms_delete',
});

it('writes a page that shoppers read, gives it another address and takes it away', async () => {
  const desk = await Desk.open(browser());
  const { page } = desk;
  const stamp = Date.now();
  const shopper = await desk.context.browser()?.newContext();
  const answer = async (path: string) => shopper?.request.get(`${SHOP}${path}`, { maxRedirects: 0 });
  const status = async (path: string) => (await answer(path))?.status();

  await desk.signIn('content', '/admin/cms-pages');
  await page.getByRole('link', { name: 'Nouvelle page' }).click();
  const title = page.getByRole('group', { name: 'Titre', exact: true });
  await page.getByLabel('Adresse', { exact: true }).fill(`garantie-${stamp}`);
  await title.getByLabel('Français').fill(`Garantie ${stamp}`);
  await title.getByLabel('العربية').fill(`الضمان ${stamp}`);
  const text = page.getByRole('group', { name: 'Texte en HTML' });
  await text
    .getByLabel('Français')
    .fill('<h2>Deux ans</h2><p>Gardez votre <b>bon</b>.</p><script>alert(1)</script>');
  await desk.expectSound();
  await page.getByText('Aperçu', { exact: true }).click();
  const preview = page.getByTitle('Aperçu, Français');
  await expect.poll(() => preview.getAttribute('srcdoc')).toContain('<h2>Deux ans</h2>');
  await page.getByText('Aperçu', { exact: true }).click();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/cms-pages\/[0-9a-f-]{36}/);
  await expect.poll(() => text.getByLabel('Français').inputValue()).not.toContain('script');

  const html = await (await answer(`/pages/garantie-${stamp}`))?.text();
  expect(html).toContain('<h2>Deux ans</h2><p>Gardez votre <b>bon</b>.</p>');
  const visit = await Visit.open(browser(), 'ar', 390);
  await visit.goto(`/pages/garantie-${stamp}`);
  await visit.page.getByRole('heading', { level: 1, name: `الضمان ${stamp}` }).waitFor();
  await visit.expectSound();
  await visit.close();

  await page.getByLabel('Adresse', { exact: true }).fill(`sav-${stamp}`);
  await page.keyboard.press('Control+s');
  await expect.poll(() => status(`/pages/garantie-${stamp}`)).toBe(308);
  expect((await answer(`/ar/pages/garantie-${stamp}`))?.headers().location).toBe(`/ar/pages/sav-${stamp}`);
  await page.getByLabel('En ligne').uncheck();
  await page.keyboard.press('Control+s');
  await expect.poll(() => status(`/pages/sav-${stamp}`)).toBe(404);

  await desk.goto(`/admin/cms-pages?state=draft&q=${stamp}`);
  await page.locator('tbody .table_rowLink').first().click();
  await desk.confirm('Supprimer la page…');
  await shopper?.close();
  await desk.close();
});
