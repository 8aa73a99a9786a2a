/** A flexible pack from the merchant's form to the parcel: made, chosen by a shopper, ordered, and read by who puts it together. */
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

/** Adds a product to the pack by its name. */
async function addPart({ page }: Desk, words: string): Promise<void> {
  await page.getByLabel('Ajouter un produit au pack').fill(words);
  await page.getByRole('button', { name: words }).click();
}

it('is made by the merchant, chosen by a shopper and read by who packs it', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  const name = `Coffret au choix ${Date.now()}`;
  await desk.signIn('admin', '/admin/products/new');
  await page.getByLabel('Nom, Français').fill(name);
  await page.getByLabel('Catégorie', { exact: true }).selectOption({ label: 'Parfums' });
  await page.getByLabel('Prix HT', { exact: true }).fill('1000');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/products\/[0-9a-f-]{36}/);
  const pack = page.locator('#pack');
  await addPart(desk, 'Figuier de Tipaza, eau de parfum');
  await addPart(desk, 'Bougie parfumée Jasmin');
  await pack.getByLabel('Flexible : le client choisit parmi les combinaisons').check();
  await pack.getByLabel('La somme de son contenu, moins une remise').check();
  await pack.getByLabel('Remise', { exact: true }).fill('10');
  // 5 900 of the perfume's first choice, 1 950 of the candle, less 10 %.
  await pack
    .getByRole('status')
    .filter({ hasText: 'Somme HT' })
    .getByText(/7[\s  ]065,00/)
    .waitFor();
  await page.getByRole('switch', { name: 'En vente dans la boutique' }).click();
  await desk.expectSound();
  await page.keyboard.press('Control+s');
  await page.getByText('Le prix de vente suit ce que le pack contient').waitFor();
  await expect
    .poll(async () => (await page.getByLabel('Prix HT', { exact: true }).inputValue()).replace(/\s/g, ''))
    .toBe('7065,00');
  const slug = await page.getByLabel('Adresse', { exact: true }).inputValue();
  const address = `/catalog/product/parfums/${slug}`;
  await expect
    .poll(async () => (await desk.context.request.get(SHOP + address)).status(), { timeout: 15_000 })
    .toBe(200);

  const visit = await Visit.open(browser, 'fr', 390);
  await visit.goto(address);
  const choice = visit.page.getByRole('group', { name: /^Votre choix\s: Figuier/ });
  const price = visit.page.locator('.buy-box_price');
  await expect.poll(() => price.innerText()).toMatch(/7[\s  ]065/);
  await choice.getByRole('button', { name: '100 ml' }).click();
  // 8 500 and 1 950, less 10 %.
  await expect.poll(() => price.innerText()).toMatch(/9[\s  ]405/);
  await visit.expectSound();
  await visit.page.locator('.stepper_row .button').click();
  await visit.page.locator('.sheet .cart-line').getByText('100 ml').waitFor();
  await visit.page.keyboard.press('Escape');
  await choice.getByRole('button', { name: '50 ml' }).click();
  await visit.page.locator('.stepper_row .button').click();
  await expect.poll(() => visit.page.locator('.sheet .cart-line').count()).toBe(2);
  await visit.page.locator('.sheet .button_primary').click();
  await visit.page.locator('.cart_columns').waitFor();
  await visit.fillForm();
  await visit.expectSound();
  await visit.confirm();
  const number = await visit.orderNumber();
  await visit.page.locator('.receipt').getByText('100 ml').waitFor();
  await visit.goto('/order/track');
  await visit.page.locator('form.order button[type=submit]').click();
  await visit.page.locator('.receipt').getByText('100 ml').waitFor();
  await visit.close();

  await desk.goto(`/admin/orders?q=${number}`);
  await page.getByRole('link', { name: number }).click();
  const parts = page.getByRole('list', { name: 'Contenu du pack' });
  await expect.poll(() => parts.count()).toBe(2);
  await parts.first().getByText('Figuier de Tipaza, eau de parfum, 100 ml').waitFor();
  await parts.first().getByText('Bougie parfumée Jasmin').waitFor();
  await desk.expectSound();
  await desk.close();
});
