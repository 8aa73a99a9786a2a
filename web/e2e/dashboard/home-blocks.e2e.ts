/** The home page by the merchant: a block is made, seen in the shop, put first, hidden and taken away. */
import type { Browser, FrameLocator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, SHOP } from '../browser.ts';
import { Desk } from './desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Titles of the sections that a shopper reads, without a script. */
async function sections(desk: Desk): Promise<string[]> {
  const html = await (await desk.context.request.get(`${SHOP}/`)).text();
  return [...html.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, title = '']) => title);
}

it('makes a block that the shop shows, puts it first, hides it and takes it away', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  const name = `Bloc ${Date.now()}`;
  await desk.signIn('content', '/admin/home-blocks');
  await page.getByRole('link', { name: 'Nouveau bloc' }).click();
  const type = page.getByLabel('Type de bloc');
  await type.selectOption('category_products_carousel');
  await page.keyboard.press('Control+s');
  await page.getByText('Obligatoire', { exact: true }).waitFor();
  await desk.expectSound();
  await type.selectOption('banner_carousel');
  await page.getByRole('button', { name: 'Ajouter une bannière' }).click();
  await desk.expectSound();
  await type.selectOption('html_block');
  const title = page.getByRole('group', { name: 'Titre' });
  await title.getByLabel('Français').fill(name);
  const text = page.getByRole('group', { name: 'Texte', exact: true });
  const french = text.getByRole('textbox', { name: 'Français' });
  await text.getByLabel('Code HTML').first().click();
  await french.fill('<p>Ouvert <strong>vendredi</strong></p><script>alert(1)</script>');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/home-blocks\/[0-9a-f-]{36}/);
  // Its own page opens it as it looks, as nothing is left that the editor can't show.
  await french.locator('strong', { hasText: 'vendredi' }).waitFor();
  await text.getByLabel('Code HTML').first().click();
  expect(await french.inputValue()).toBe('<p>Ouvert <strong>vendredi</strong></p>');
  await expect.poll(() => sections(desk)).toContain(name);

  await desk.goto('/admin/home-blocks');
  const row = page.getByRole('listitem').filter({ hasText: name });
  await row.getByRole('link').focus();
  const blocks = await page.locator('.tree-row').count();
  for (let at = 1; at < blocks; at += 1) {
    await page.keyboard.press('Alt+ArrowUp');
    await expect
      .poll(() =>
        page
          .locator('.tree-row', { hasText: name })
          .evaluate((one) => [...(one.parentElement?.children ?? [])].indexOf(one)),
      )
      .toBe(blocks - 1 - at);
    await expect.poll(() => page.locator('[data-tree][aria-busy]').count()).toBe(0);
  }
  await desk.expectSound();
  await expect.poll(async () => (await sections(desk))[0]).toBe(name);

  await row.getByRole('switch').click();
  await expect.poll(() => sections(desk)).not.toContain(name);
  await row.getByRole('link').click();
  await desk.press('Supprimer le bloc…');
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer le bloc…' }).click();
  await page.waitForURL(/home-blocks$/);
  await expect.poll(() => page.getByText(name).count()).toBe(0);
  await desk.close();
});

/** The width of the page in the frame, as the page knows it. */
const widthOf = (shop: FrameLocator) => shop.locator('html').evaluate(() => window.innerWidth);

it('shows the page of the shop with what is typed, on three screens and in Arabic, before anybody else sees it', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  const name = `Essai ${Date.now()}`;
  await desk.signIn('content', '/admin/home-blocks');
  const preview = page.getByRole('region', { name: 'Aperçu' });
  const shop = preview.frameLocator('iframe');
  await shop.locator('.module_all > [data-size]').first().waitFor();
  const seen = await sections(desk);
  await expect.poll(() => shop.locator('main h2').allTextContents()).toEqual(seen);
  await desk.expectSound();

  await page.getByRole('link', { name: 'Nouveau bloc' }).click();
  await page.getByLabel('Type de bloc').selectOption('html_block');
  await page.getByRole('group', { name: 'Titre' }).getByLabel('Français').fill(name);
  const text = page.getByRole('group', { name: 'Texte', exact: true });
  await text.getByLabel('Code HTML').first().click();
  await text
    .getByRole('textbox', { name: 'Français' })
    .fill('<p>Doux <a href="/new">ici</a></p><script>document.title = "x"</script>');
  const edited = shop.locator('.is-edited');
  await edited.getByRole('heading', { name }).waitFor();
  expect(await edited.locator('script').count()).toBe(0);
  await expect
    .poll(() => edited.evaluate((block) => block.getBoundingClientRect().top < window.innerHeight))
    .toBe(true);

  for (const [screen, width] of [
    ['Tablette', 820],
    ['Ordinateur', 1280],
    ['Téléphone', 390],
  ] as const) {
    await preview.getByLabel(screen).check();
    await expect.poll(() => widthOf(shop)).toBe(width);
    await desk.expectSound();
  }
  await page.getByLabel('Afficher ce bloc').uncheck();
  await preview.getByText('Bloc caché').waitFor();
  await edited.getByRole('link', { name: 'ici' }).dispatchEvent('click');
  await preview.getByLabel('Langue de l’aperçu').selectOption('ar');
  await edited.waitFor();
  expect(await shop.locator('html').getAttribute('dir')).toBe('rtl');
  expect(await edited.evaluate(() => window.location.pathname)).toBe('/ar/preview');

  expect(await sections(desk)).toEqual(seen);
  expect(await (await desk.context.request.get(`${SHOP}/`)).text()).not.toContain(name);
  await desk.close();
});

it('keeps the framed page out of other pages, and leads on who opens it alone', async () => {
  const desk = await Desk.open(browser);
  const answer = await desk.page.goto(`${SHOP}/ar/preview`);
  expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'self'");
  await desk.page.waitForURL(/\/ar\/?$/);
  await desk.page.locator('.module_all > [data-size]').first().waitFor();
  await desk.close();
});
