/** Pages of text by the merchant: one is written, read in the shop, moved to another address, hidden and taken away. */
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { browserOfFile, SHOP } from '../browser.ts';
import { Visit } from '../visit.ts';
import { crud, slugOf } from './crud.ts';
import { Desk } from './desk.ts';

const browser = browserOfFile();

/** A picture of one point. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** By the keyboard alone, but for the file that a browser asks for in a window of its own. */
async function writeInArabic(page: Page, text: Locator): Promise<void> {
  const { keyboard } = page;
  await text.focus();
  await keyboard.press('Control+b');
  await keyboard.type('سنتان');
  await keyboard.press('Control+b');
  await keyboard.press('Enter');
  await keyboard.press('Control+Shift+8');
  await keyboard.type('احتفظ بالوصل');
  await keyboard.press('Enter');
  await keyboard.type('اتصل بنا');
  await keyboard.press('Shift+Home');
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('اتصل بنا');
  await keyboard.press('Control+k');
  await keyboard.type('0555 12 34 56');
  await keyboard.press('Enter');
  await expect.poll(() => text.evaluate((own) => own === document.activeElement)).toBe(true);
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  const focused = (name: string) => page.evaluate((of) => document.activeElement?.getAttribute(of), name);
  for (const [key, tool] of [
    ['Alt+F10', 'Titre'],
    ['End', 'Code HTML'],
    ['ArrowLeft', 'Rétablir'],
    ['ArrowLeft', 'Annuler la frappe'],
    ['ArrowLeft', 'Image'],
  ] as const) {
    await keyboard.press(key);
    await expect.poll(() => focused('aria-label')).toBe(tool);
  }
  await keyboard.press('Enter');
  await expect.poll(() => focused('type')).toBe('file');
  const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(DOT, 'base64') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByLabel('Description de l’image').fill('وصل الشراء');
  await keyboard.press('Enter');
  await expect.poll(() => text.evaluate((own) => own === document.activeElement)).toBe(true);
  await keyboard.type('شكرا');
}

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
  const text = page.getByRole('group', { name: 'Texte', exact: true });
  const french = text.getByRole('textbox', { name: 'Français' });
  await text.getByRole('toolbar', { name: 'Mise en forme, Français' }).getByLabel('Code HTML').click();
  await french.fill(
    '<h2>Deux ans</h2><p>Gardez votre <b>bon</b>.</p><table><tr><td>x</td></tr></table><script>alert(1)</script>',
  );
  await text.getByText('Ce texte a des éléments').waitFor();
  await page.getByText('Aperçu', { exact: true }).click();
  const preview = page.getByTitle('Aperçu, Français');
  await expect.poll(() => preview.getAttribute('srcdoc')).toContain('<h2>Deux ans</h2>');
  await page.getByText('Aperçu', { exact: true }).click();
  await writeInArabic(page, text.getByRole('textbox', { name: 'العربية' }));
  await desk.expectSound();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/cms-pages\/[0-9a-f-]{36}/);
  await expect.poll(() => french.inputValue()).not.toContain('script');

  const html = await (await answer(`/pages/garantie-${stamp}`))?.text();
  expect(html).toContain('<h2>Deux ans</h2><p>Gardez votre <b>bon</b>.</p>');
  const visit = await Visit.open(browser(), 'ar', 390);
  await visit.goto(`/pages/garantie-${stamp}`);
  await visit.page.getByRole('heading', { level: 1, name: `الضمان ${stamp}` }).waitFor();
  const shown = visit.page.locator('.prose');
  expect(await shown.locator('strong').innerText()).toBe('سنتان');
  expect(await shown.locator('li').allInnerTexts()).toEqual(['احتفظ بالوصل', 'اتصل بنا']);
  expect(await shown.getByRole('link', { name: 'اتصل بنا' }).getAttribute('href')).toBe('tel:0555123456');
  const picture = visit.page.getByRole('img', { name: 'وصل الشراء' });
  expect(await shown.locator('p', { has: picture }).innerText()).toBe('شكرا');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await visit.expectSound();
  await visit.close();

  await page.getByLabel('Adresse', { exact: true }).fill(`sav-${stamp}`);
  await page.keyboard.press('Control+s');
  await expect.poll(() => status(`/pages/garantie-${stamp}`)).toBe(308);
  // Each language is kept for itself, for up to a second.
  const inArabic = async () => (await answer(`/ar/pages/garantie-${stamp}`))?.headers().location;
  await expect.poll(inArabic).toBe(`/ar/pages/sav-${stamp}`);
  await page.getByLabel('En ligne').uncheck();
  await page.keyboard.press('Control+s');
  await expect.poll(() => status(`/pages/sav-${stamp}`)).toBe(404);

  await desk.goto(`/admin/cms-pages?state=draft&q=${stamp}`);
  await page.locator('tbody .table_rowLink').first().click();
  // Who has its link reads it all the same, without an account; and nobody any more once it is gone.
  const link = page.getByRole('link', { name: 'Aperçu', exact: true });
  const draft = (await link.getAttribute('href')) ?? '';
  const seen = await answer(draft);
  expect(seen?.headers()['x-robots-tag']).toContain('noindex');
  expect(await seen?.text()).toContain('<h2>Deux ans</h2>');
  const visitor = await Visit.open(browser(), 'ar', 390);
  await visitor.goto(draft);
  await visitor.page.getByRole('complementary').waitFor();
  await visitor.page.getByRole('heading', { level: 1, name: `الضمان ${stamp}` }).waitFor();
  await visitor.expectSound();
  await visitor.close();
  await desk.confirm('Supprimer la page…');
  await expect.poll(() => status(`/pages/sav-${stamp}`)).toBe(410);
  await expect.poll(() => status(draft)).toBe(404);
  await shopper?.close();
  await desk.close();
});
