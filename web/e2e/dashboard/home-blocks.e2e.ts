/** The home page by the merchant: a block is made, seen in the shop, put first, hidden and taken away. */
import type { Browser } from 'playwright-core';
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
  const text = page.getByRole('group', { name: 'Texte en HTML' });
  await text.getByLabel('Français').fill('<p>Ouvert <strong>vendredi</strong></p><script>alert(1)</script>');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/home-blocks\/[0-9a-f-]{36}/);
  await expect.poll(() => text.getByLabel('Français').inputValue()).not.toContain('script');
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
