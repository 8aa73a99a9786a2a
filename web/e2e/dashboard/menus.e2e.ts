/** The menus by the merchant: begun with the categories, an entry made, moved, hidden, and all of it given back. */
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

/** Labels of the main menu that a shopper reads, without a script. */
async function shown(desk: Desk): Promise<string[]> {
  const html = await (await desk.context.request.get(`${SHOP}/`)).text();
  const [, nav = ''] = /<nav class="site-head_nav[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
  return [...nav.matchAll(/>([^<]+)<\/a>/g)].map(([, label = '']) => label);
}

it('makes a menu that the shop shows, moves an entry below another one, and gives the menu back', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  const name = `Instagram ${Date.now()}`;
  await desk.signIn('content', '/admin/menus');
  const main = page.getByRole('region', { name: 'Menu principal' });
  const before = await shown(desk);
  await main.getByRole('button', { name: 'Partir des catégories' }).click();
  await main.locator('.tree-row').first().waitFor();
  await desk.expectSound();
  expect(await shown(desk)).toEqual(before);

  await main.getByRole('link', { name: 'Nouvelle entrée' }).click();
  await page.getByLabel('Type d’entrée').selectOption({ label: 'Produit' });
  await page.getByLabel('Produit', { exact: true }).fill('amb');
  await page.getByRole('radio').first().check();
  await desk.expectSound();
  await page.getByLabel('Type d’entrée').selectOption({ label: 'Lien' });
  expect(await page.getByLabel('Produit', { exact: true }).count()).toBe(0);
  await page.getByLabel('Adresse', { exact: true }).fill('https://instagram.example/souk');
  await page.keyboard.press('Control+s');
  await page.getByText('Obligatoire', { exact: true }).waitFor();
  await page.getByRole('group', { name: 'Texte' }).getByLabel('Français').fill(name);
  await page.keyboard.press('Control+s');
  await page.waitForURL(/menus$/);
  await expect.poll(() => shown(desk)).toEqual([...before, name]);

  const row = main.locator('.tree-row', { hasText: name });
  const link = row.getByRole('link', { name });
  await link.focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(async () => (await shown(desk)).at(-1)).toBe(before.at(-1));
  await expect.poll(() => page.locator('[data-tree][aria-busy]').count()).toBe(0);
  await link.focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(() => shown(desk)).toEqual(before);

  const visit = await Visit.open(browser, 'ar', 1280);
  await visit.goto('/');
  // Its own words are French: nobody wrote others.
  const below = visit.page.getByRole('link', { name });
  expect(await below.isVisible()).toBe(false);
  const host = visit.page.locator('.site-head_nav > div', { has: visit.page.locator(`text="${name}"`) });
  await host.getByRole('link').first().hover();
  await below.waitFor();
  expect(await below.getAttribute('href')).toBe('https://instagram.example/souk');
  await visit.expectSound();
  await visit.close();

  await row.getByRole('switch').click();
  await expect.poll(() => row.getByRole('switch').getAttribute('aria-checked')).toBe('false');
  await link.click();
  await desk.press('Supprimer l’entrée…');
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer l’entrée…' }).click();
  await page.waitForURL(/menus$/);
  await expect.poll(() => page.getByText(name).count()).toBe(0);
  await main.getByRole('button', { name: 'Revenir aux catégories…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revenir aux catégories…' }).click();
  await main.getByText('Ce menu suit vos catégories').waitFor();
  expect(await shown(desk)).toEqual(before);
  await desk.close();
});
