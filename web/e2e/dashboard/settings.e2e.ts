/** What the merchant says of the shop reaches its pages. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, SHOP } from '../browser.ts';
import { Desk } from './desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('shows shoppers another phone number', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  const shown = async () => {
    const session = await desk.context.request.get(`${SHOP}/web/api/session`);
    return (await session.json()).settings.phone;
  };
  await desk.signIn('content', '/admin/settings');
  const phone = page.getByLabel('Téléphone');
  const before = await phone.inputValue();
  await desk.expectSound();
  for (const number of ['0555 00 11 22', before]) {
    await phone.fill(number);
    await page.keyboard.press('Control+s');
    await expect.poll(shown, { timeout: 15_000 }).toBe(number);
  }
  await desk.close();
});

it('shows shoppers colours that can be read', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  const primary = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary').trim());
  await desk.signIn('content', '/admin/theme');
  const field = page.getByRole('textbox', { name: 'Principale', exact: true });
  await desk.expectSound();
  await field.fill('#ffcc00');
  await page.keyboard.press('Control+s');
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  for (const color of ['#0a6b4f', '#820869']) {
    await page.goto(`${SHOP}/admin/theme`);
    await field.fill(color);
    await page.keyboard.press('Control+s');
    await page.getByText('Apparence enregistrée').waitFor();
    const shown = async () => {
      await page.goto(`${SHOP}/`);
      return primary();
    };
    await expect.poll(shown, { timeout: 15_000 }).toBe(color);
    await desk.expectSound();
  }
  await desk.close();
});

it('shows the merchant’s logo and favicon, and neither once they are taken away', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  // One red point.
  const point =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
  const picture = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(point, 'base64') };
  const save = async () => {
    await page.keyboard.press('Control+s');
    await page.getByText('Apparence enregistrée').waitFor();
  };
  const shown = async () => {
    const home = await (await desk.context.request.get(`${SHOP}/`)).text();
    const icon = /rel="icon" href="\/media\/shop\//.test(home);
    return [
      icon,
      /class="site-head_logo" href="\/"><img/.test(home),
      /"logo":"http[^"]*\/media\/shop/.test(home),
    ];
  };
  await desk.signIn('content', '/admin/theme');
  for (const field of ['Logo', 'Icône de l’onglet']) await page.getByLabel(field).setInputFiles(picture);
  await expect.poll(() => page.locator('.picture-field img').count()).toBe(2);
  await desk.expectSound();
  await save();
  await expect.poll(shown, { timeout: 15_000 }).toEqual([true, true, true]);
  await page.goto(`${SHOP}/`);
  await page.locator('.site-head_logo img[src^="/media/shop/"]').waitFor();
  expect(await page.locator('.site-head_logo').count()).toBe(1);
  await page.goto(`${SHOP}/admin/theme`);
  for (let left = 2; left > 0; left -= 1)
    await page.locator('.picture-field button', { hasText: 'Retirer' }).first().click();
  await save();
  await expect.poll(shown, { timeout: 15_000 }).toEqual([false, false, false]);
  await desk.close();
});
