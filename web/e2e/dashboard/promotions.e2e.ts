/** A promotion from its terms to its end, and the page that shoppers find of it. */
import { expect, it } from 'vitest';
import { browserOfFile, SHOP } from '../browser.ts';
import { readInBoth } from '../visit.ts';
import { crud } from './crud.ts';
import { Desk } from './desk.ts';

const browser = browserOfFile();

crud(browser, {
  screen: '/promotions',
  writer: 'content',
  reader: 'sales',
  stranger: 'payments',
  fields: (name) => [
    ['db_promotion_rule', { choose: 3 }],
    ['db_promotion_value', '12,5'],
    // Far ahead: no other test meets its prices.
    ['db_promotion_from', '2090-01-01T00:00'],
    [['db_promotion_title', 'fr'], name],
  ],
  required: 'db_promotion_of_category',
  both: ['db_promotion_slogan', 'fr'],
  alone: [['db_promotion_slogan', 'ar'], 'أرخص'],
  foundAt: '?state=planned&size=200',
});

it('plans a promotion of all products and ends it before it begins', async () => {
  const desk = await Desk.open(browser());
  const { page } = desk;
  const title = `Soldes ${Date.now()}`;
  await desk.signIn('content', '/admin/promotions/new');
  await page.getByLabel('Porte sur').selectOption('all');
  await page.getByLabel('Valeur').fill('12,5');
  // Far ahead: no other test meets its prices.
  await page.getByLabel('Du', { exact: true }).fill('2090-01-01T00:00');
  await page
    .getByRole('group', { name: /^Titre/ })
    .getByLabel('Français')
    .fill(title);
  await page.keyboard.press('Control+s');
  await page.waitForURL(/promotions\/[0-9a-f-]{36}/);
  await page.getByText('Prévue').waitFor();
  await desk.expectSound();

  await desk.confirm('Arrêter maintenant…');
  await page.getByRole('button', { name: 'Reprendre' }).waitFor();
  // All of them: those without a start, of earlier runs, stand before.
  await desk.goto('/admin/promotions?state=over&size=200');
  await page.locator('tbody tr', { hasText: title }).getByText('Terminée').waitFor();
  await desk.expectSound();
  await desk.close();
});

const BANNER = {
  name: 'banner.png',
  mimeType: 'image/png',
  // One red point.
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
};

it('has a page with its banner and what it reaches, which says so once it is over', async () => {
  const desk = await Desk.open(browser());
  const { page } = desk;
  const title = `Offre ${Date.now()}`;
  await desk.signIn('content', '/admin/promotions/new');
  await page.getByLabel('Porte sur').selectOption('brand');
  // Less than what the brand's own promotion takes off: no other test meets its prices.
  await page.getByLabel('Marque').selectOption({ label: 'Argania' });
  await page.getByLabel('Valeur').fill('1');
  await page.getByLabel('Au', { exact: true }).fill('2090-01-01T00:00');
  await page
    .getByRole('group', { name: /^Titre/ })
    .getByLabel('Français')
    .fill(title);
  const slogan = page.getByRole('group', { name: /^Slogan/ });
  await slogan.getByLabel('Français').fill('Un peu moins cher');
  await slogan.getByLabel('العربية').fill('أرخص قليلًا');
  await page.getByLabel('Bannière').setInputFiles(BANNER);
  await page.locator('.picture-field img').waitFor();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/promotions\/[0-9a-f-]{36}/);
  await page.locator('.picture-field img[src^="/media/shop/"]').waitFor();
  await desk.expectSound();
  const link = await page.getByRole('link', { name: 'Voir sa page' }).getAttribute('href');
  const status = async () => (await desk.context.request.get(SHOP + link)).status();
  await expect.poll(status).toBe(200);
  // What it reaches a moment after it, and a page that is open asks no more.
  const listed = async () => (await desk.context.request.get(SHOP + link)).text();
  await expect.poll(listed).toContain('/catalog/product/');

  await readInBoth(browser(), `${link}?sort=price_asc`, async (visit) => {
    const words = visit.language === 'fr' ? 'Un peu moins cher' : 'أرخص قليلًا';
    await visit.page.getByRole('heading', { level: 1, name: title }).waitFor();
    await visit.page.getByRole('heading', { level: 2, name: words }).waitFor();
    await visit.page.getByRole('timer').first().waitFor();
    await visit.page.locator('.deal img[src^="/media/shop/"]').waitFor();
    await expect.poll(() => visit.page.locator('.grid .card').count()).toBeGreaterThan(0);
  });

  await desk.confirm('Arrêter maintenant…');
  await page.getByRole('button', { name: 'Reprendre' }).waitFor();
  await expect.poll(status).toBe(404);
  await page.goto(SHOP + link);
  await page.getByRole('heading', { level: 1, name: 'Cette offre n’est pas en cours' }).waitFor();
  await page.getByRole('link', { name: 'Retour à l’accueil' }).waitFor();
  await desk.close();
});
