/** The blog from the first word to the shop: a category, a post in it, both read in French and Arabic, moved, hidden and taken away. */
import { expect, it } from 'vitest';
import { browserOfFile, SHOP } from '../browser.ts';
import { readInBoth, Visit } from '../visit.ts';
import { crud, slugOf } from './crud.ts';
import { Desk } from './desk.ts';

const browser = browserOfFile();

crud(browser, {
  screen: '/blog-categories',
  writer: 'content',
  stranger: 'sales',
  fields: (name) => [[['db_blog_category_name', 'fr'], name]],
  required: ['db_blog_category_name', 'fr'],
  both: ['db_blog_category_description', 'fr'],
  alone: ['db_blog_position', '7'],
  remove: 'db_blog_category_delete',
});

crud(browser, {
  screen: '/blog-posts',
  writer: 'content',
  stranger: 'sales',
  fields: (name) => [
    ['db_blog_category', { choose: 1 }],
    [['db_blog_post_title', 'fr'], name],
    ['db_blog_slug', slugOf(name)],
  ],
  required: 'db_blog_category',
  both: ['db_blog_excerpt', 'fr'],
  alone: [['db_blog_post_title', 'ar'], 'العناية'],
  remove: 'db_blog_post_delete',
});

it('writes a post that shoppers read in their language, until it goes', async () => {
  const desk = await Desk.open(browser());
  const { page } = desk;
  const stamp = Date.now();
  const shopper = await desk.context.browser()?.newContext();
  const answer = async (path: string) => shopper?.request.get(`${SHOP}${path}`, { maxRedirects: 0 });
  const status = async (path: string) => (await answer(path))?.status();

  await desk.signIn('content', '/admin/blog-categories');
  await desk.expectSound();
  await page.getByRole('link', { name: 'Nouvelle catégorie' }).click();
  const name = page.getByRole('group', { name: 'Nom', exact: true });
  await name.getByLabel('Français').fill(`Conseils ${stamp}`);
  await name.getByLabel('العربية').fill(`نصائح ${stamp}`);
  await desk.expectSound();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/blog-categories\/[0-9a-f-]{36}/);
  const category = new URL(page.url()).pathname;

  await desk.goto('/admin/blog-posts');
  await desk.expectSound();
  await page.getByRole('link', { name: 'Nouvel article' }).click();
  await page.getByLabel('Adresse', { exact: true }).fill(`entretien-${stamp}`);
  await page.getByLabel('Catégorie', { exact: true }).selectOption({ label: `Conseils ${stamp}` });
  const title = page.getByRole('group', { name: 'Titre', exact: true });
  await title.getByLabel('Français').fill(`Entretenir ${stamp}`);
  await title.getByLabel('العربية').fill(`العناية ${stamp}`);
  const text = page.getByRole('group', { name: 'Texte', exact: true });
  await text.getByRole('textbox', { name: 'Français' }).focus();
  await page.keyboard.press('Control+Shift+2');
  await page.keyboard.type('Chaque mois');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Un chiffon');
  await desk.expectSound();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/blog-posts\/[0-9a-f-]{36}/);
  expect(await status(`/blog/entretien-${stamp}`)).toBe(404);

  await page.getByLabel('À publier').check();
  await page.keyboard.press('Control+s');
  await page.getByRole('link', { name: 'Voir l’article' }).waitFor();
  await expect.poll(() => status(`/blog/entretien-${stamp}`)).toBe(200);
  const html = await (await answer(`/blog/entretien-${stamp}`))?.text();
  expect(html).toContain('<h2>Chaque mois</h2><p>Un chiffon</p>');
  await readInBoth(browser(), `/blog/entretien-${stamp}`, ({ page, language }) => {
    const name = `${language === 'fr' ? 'Entretenir' : 'العناية'} ${stamp}`;
    return page.getByRole('heading', { level: 1, name }).waitFor();
  });

  const visit = await Visit.open(browser(), 'ar', 390);
  await visit.goto(`/blog/categories/conseils-${stamp}`);
  await visit.expectSound();
  await visit.page.getByRole('link', { name: `العناية ${stamp}` }).click();
  await visit.page.getByRole('heading', { level: 1, name: `العناية ${stamp}` }).waitFor();
  expect(new URL(visit.page.url()).pathname).toBe(`/ar/blog/entretien-${stamp}`);
  await visit.close();

  await page.getByLabel('Adresse', { exact: true }).fill(`soin-${stamp}`);
  await page.getByLabel('Date de publication').fill('2099-01-01T09:00');
  await desk.save();
  // At the new address nothing was before, either: the shop has followed once the old one has none.
  await expect.poll(() => status(`/blog/entretien-${stamp}`)).toBe(404);
  expect(await status(`/blog/soin-${stamp}`)).toBe(404);
  await page.getByLabel('Date de publication').fill('2026-01-01T09:00');
  await page.keyboard.press('Control+s');
  await expect.poll(() => status(`/ar/blog/entretien-${stamp}`)).toBe(308);
  const moved = (await answer(`/ar/blog/entretien-${stamp}`))?.headers().location;
  expect(moved).toBe(`/ar/blog/soin-${stamp}`);

  await desk.goto(category);
  await desk.confirm('Supprimer la catégorie…');
  await page.getByRole('dialog').getByText('Articles : 1').waitFor();
  await desk.goto(`/admin/blog-posts?q=${stamp}&state=published`);
  await page.locator('tbody .table_rowLink').first().click();
  await desk.confirm('Supprimer l’article…');
  await page.waitForURL(/blog-posts$/);
  await expect.poll(() => status(`/blog/soin-${stamp}`)).toBe(410);
  await desk.goto(category);
  await desk.confirm('Supprimer la catégorie…');
  await page.waitForURL(/blog-categories$/);
  await shopper?.close();
  await desk.close();
});
