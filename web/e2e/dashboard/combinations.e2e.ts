/** From an attribute to an order: what a merchant lets shoppers choose is stocked, shown and bought. */
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

const POINT = {
  name: 'cuir.png',
  mimeType: 'image/png',
  // One red point.
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
};

async function makeAttribute(desk: Desk, name: string, options: readonly string[]): Promise<void> {
  const { page } = desk;
  await desk.goto('/admin/attributes');
  await page.getByRole('link', { name: 'Nouvel attribut' }).click();
  await page.getByLabel('Français', { exact: true }).fill(name);
  for (const [at, option] of options.entries()) {
    await page.getByRole('button', { name: 'Ajouter une valeur' }).press('Enter');
    await page.getByLabel(`Valeur ${at + 1}, français`).fill(option);
  }
  await page.keyboard.press('Control+s');
  await page.waitForURL(/attributes\/[0-9a-f-]{36}/);
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

async function makeProduct({ page }: Desk, name: string): Promise<string> {
  await page.goto(`${SHOP}/admin/products/new`);
  await page.getByLabel('Nom, Français').fill(name);
  await page.getByLabel('Catégorie', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Prix HT', { exact: true }).fill('1000');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/products\/[0-9a-f-]{36}/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

interface Staffed {
  combinations: { id: string; sku: string; barcode: string; priceHt: number; isDefault: boolean }[];
}

async function addStock({ context }: Desk, productId: string, combinationId: string): Promise<number> {
  const [warehouse] = await (await context.request.get(`${SHOP}/dashboard/api/warehouses`)).json();
  const { csrfToken } = await (await context.request.get(`${SHOP}/dashboard/api/session`)).json();
  const answer = await context.request.post(`${SHOP}/dashboard/api/warehouse/${warehouse.id}/add-stock`, {
    headers: { 'X-CSRF-Token': csrfToken },
    data: { productId, combinationId, quantity: 3, reason: 'Arrivage' },
  });
  return answer.status();
}

it('makes attributes and a product’s combinations, which are stocked, picked and ordered', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  const mark = Date.now();
  await desk.signIn('admin', '/admin/attributes');
  await makeAttribute(desk, `Pointure ${mark}`, ['38', '39']);
  await desk.expectSound();
  await makeAttribute(desk, `Cuir ${mark}`, ['Noir', 'Fauve']);
  await page.locator('.options-editor_optionRow input[type=file]').last().setInputFiles(POINT);
  await page.getByRole('button', { name: 'Retirer l’image de Fauve' }).waitFor();
  await page.keyboard.press('Control+s');
  const picture = page.locator('.option-picture img');
  await expect.poll(() => picture.getAttribute('src')).toMatch(/^\/media\/shop\//);
  await desk.expectSound();
  const id = await makeProduct(desk, `Sandale ${mark}`);
  await page.getByRole('link', { name: 'Combinaisons', exact: true }).click();
  await page.getByRole('button', { name: 'Générer des combinaisons' }).click();
  const dialog = page.getByRole('dialog');
  for (const name of [`Pointure ${mark}`, `Cuir ${mark}`]) {
    await dialog.getByRole('group', { name }).getByLabel('Toutes').check();
  }
  await dialog.getByText('4 nouvelles combinaisons').waitFor();
  await desk.expectSound();
  await dialog.getByRole('button', { name: 'Ajouter' }).click();
  const firstCell = page.getByLabel('Référence de Noir / 38');
  // Not where the focus is: the dialog gives it back when it goes.
  await firstCell.evaluate((cell, text) => {
    const data = new DataTransfer();
    data.setData('text', text);
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    cell.dispatchEvent(paste);
  }, `N38-${mark}\t1200\nN39-${mark}\t1300,50`);
  await expect.poll(() => firstCell.inputValue()).toBe(`N38-${mark}`);
  await firstCell.press('ArrowDown');
  await expect.poll(() => page.locator(':focus').inputValue()).toBe(`N39-${mark}`);
  await page.getByRole('radio', { name: 'Noir / 39 par défaut' }).check();
  const [one, other] = ['Noir / 38', 'Noir / 39'].map((name) => page.getByLabel(`Code-barres de ${name}`));
  await one?.fill(`613${mark}`);
  await other?.fill(`613${mark}`);
  await page.getByText('Une autre combinaison a déjà ce code-barres.').waitFor();
  await other?.fill('');
  await desk.expectSound();
  await page.keyboard.press('Control+s');
  const saved = async (): Promise<Staffed> =>
    (await desk.context.request.get(`${SHOP}/dashboard/api/products/${id}`)).json();
  await expect.poll(async () => (await saved()).combinations.length).toBe(4);
  const { combinations } = await saved();
  expect(combinations.map(({ sku, priceHt, isDefault }) => [sku, priceHt, isDefault])).toEqual([
    [`N38-${mark}`, 1200, false],
    [`N39-${mark}`, 1300.5, true],
    ['', 0, false],
    ['', 0, false],
  ]);

  expect(combinations.map(({ barcode }) => barcode)).toEqual([`613${mark}`, '', '', '']);

  for (const one of [0, 1]) {
    await expect.poll(() => addStock(desk, id, combinations[one]?.id ?? ''), { timeout: 15_000 }).toBe(200);
  }
  await desk.goto(`/admin/products/${id}`);
  await page.getByRole('switch', { name: 'En vente dans la boutique' }).click();
  await page.keyboard.press('Control+s');
  const list = await desk.context.request.get(`${SHOP}/dashboard/api/products?q=N38-${mark}`);
  const [{ link }] = (await list.json()).products;
  for (const language of ['fr', 'ar'] as const) {
    const visit = await Visit.open(browser, language, language === 'ar' ? 412 : 1280);
    await expect
      .poll(
        async () => {
          await visit.goto(link);
          return visit.page.locator('.choice[aria-pressed="true"]').allInnerTexts();
        },
        { timeout: 15_000 },
      )
      .toEqual(['Noir', '39']);
    await visit.page.getByRole('button', { name: '38', exact: true }).click();
    await visit.expectSound();
    await visit.page.locator('.stepper_row .button').click();
    const chosen = language === 'ar' ? 'Noir، 38' : 'Noir, 38';
    await visit.page.locator('.sheet .cart-line').filter({ hasText: chosen }).waitFor();
    await visit.page.locator('.sheet .button_primary').click();
    await visit.page.locator('.cart_columns').waitFor();
    await visit.fillForm();
    await visit.confirm();
    expect(await visit.orderNumber()).toMatch(/^A-\d{5,}$/);
    await visit.close();
  }

  await desk.goto(`/admin/products/${id}/combinations`);
  await page.getByRole('button', { name: 'Retirer Noir / 38' }).click();
  await page.keyboard.press('Control+s');
  await page.getByText(/retirez-la de la vente/).waitFor();
  expect((await saved()).combinations.length).toBe(4);
  // Off the shelf again: its last pieces are no other test's.
  await desk.goto(`/admin/products/${id}`);
  await page.getByRole('switch', { name: 'En vente dans la boutique' }).click();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await desk.context.request.get(SHOP + link)).status()).toBe(404);
  await desk.close();
});

it('shows the combinations on a phone and in Arabic', async () => {
  for (const seat of [{ width: 412 }, { language: 'ar', width: 412 }, { language: 'ar' }] as const) {
    const desk = await Desk.open(browser, seat);
    await desk.signIn('content', '/admin/products');
    const list = await desk.context.request.get(`${SHOP}/dashboard/api/products?size=200`);
    const { products } = (await list.json()) as { products: { id: string; combinationsCount: number }[] };
    const product = products.find(({ combinationsCount }) => combinationsCount > 1);
    await desk.goto(`/admin/products/${product?.id}/combinations`);
    await desk.page.locator('table.prices_combinations tbody tr').first().waitFor();
    await desk.expectSound();
    await desk.close();
  }
});
