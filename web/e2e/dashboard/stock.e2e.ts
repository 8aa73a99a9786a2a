/**
 * A wrong count is corrected on the stock screen; what moved while somebody counted is not counted away. A delivery of many
 * articles comes in at once.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, SHOP } from '../browser.ts';
import { Desk, type Language } from './desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const WORDS = {
  fr: {
    adjust: 'Corriger le stock',
    counted: 'Quantité comptée',
    reason: 'Motif',
    same: 'C’est le nombre déjà en rayon',
    moved: (n: string) => `${n} en rayon maintenant`,
    done: 'Stocks mis à jour',
    movements: 'Mouvements',
    adjusted: 'Corrigé',
    receipt: 'Entrée de marchandises',
    scan: 'Scanner ou chercher un article',
    note: 'Bon de livraison ou motif',
    takeIn: 'Entrer 6 pièces',
    leave: 'Écarter XXX-INCONNU',
    none: 'Rien pour l’instant',
    several: 'Ajouter à plusieurs',
    addFive: 'Entrer 5 pièces',
    added: '5 pièces en stock',
  },
  ar: {
    adjust: 'تصحيح المخزون',
    counted: 'الكمية المعدودة',
    reason: 'السبب',
    same: 'هذا هو العدد الموجود أصلًا',
    moved: (n: string) => `الموجود الآن ${n}`,
    done: 'تم تحديث المخزون',
    movements: 'حركات',
    adjusted: 'تصحيح',
    receipt: 'استلام سلع',
    scan: 'مسح رمز أو البحث عن منتج',
    note: 'وصل التسليم أو السبب',
    takeIn: 'إدخال 6 قطع',
    leave: 'استبعاد XXX-INCONNU',
    none: 'لا شيء بعد',
    several: 'إضافة إلى عدة تركيبات',
    addFive: 'إدخال 5 قطع',
    added: 'دخل المخزون: 5 قطع',
  },
} as const;

interface Level {
  productId: string;
  combinationId: string | null;
  onHand: number;
}

/** The first row of the first warehouse, as the screen shows it at first. */
async function firstLevel({ context }: Desk): Promise<Level & { warehouse: string }> {
  const [warehouse] = await (await context.request.get(`${SHOP}/dashboard/api/warehouses`)).json();
  const list = await context.request.get(`${SHOP}/dashboard/api/warehouse/${warehouse.id}/stocks`);
  return { ...(await list.json()).stocks[0], warehouse: warehouse.id };
}

/** One more piece comes in, at another desk. */
async function receiveOne(
  { context }: Desk,
  { warehouse, productId, combinationId }: Level & { warehouse: string },
) {
  const { csrfToken } = await (await context.request.get(`${SHOP}/dashboard/api/session`)).json();
  const answer = await context.request.post(`${SHOP}/dashboard/api/warehouse/${warehouse}/add-stock`, {
    headers: { 'X-CSRF-Token': csrfToken },
    data: { productId, combinationId, quantity: 1, reason: 'Arrivage' },
  });
  expect(answer.status()).toBe(200);
}

/** As the screens write numbers: thousands apart by a narrow space. */
const shown = (n: number) => String(n).replace(/\B(?=(\d{3})+$)/g, '\u202f');

it.each([
  ['fr', 1280],
  ['ar', 390],
] as const)('corrects a count in %s at %i pixels', async (language: Language & keyof typeof WORDS, width) => {
  const words = WORDS[language];
  const desk = await Desk.open(browser, { language, width });
  const { page } = desk;
  await desk.signIn('admin', '/admin/stock');
  const level = await firstLevel(desk);
  await page
    .getByRole('button', { name: new RegExp(`^${words.adjust}`) })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const counted = dialog.getByLabel(words.counted);
  expect(await counted.inputValue()).toBe(String(level.onHand));
  const save = dialog.getByRole('button', { name: words.adjust });
  await save.click();
  await dialog.getByText(words.same).waitFor();
  await desk.expectSound();

  const reason = `Inventaire ${language} ${Date.now()}`;
  await counted.fill(String(level.onHand + 3));
  await dialog.getByText('+3').waitFor();
  await dialog.getByLabel(words.reason).fill(reason);
  await receiveOne(desk, level);
  await save.click();
  await dialog.getByText(words.moved(shown(level.onHand + 1))).waitFor();
  await dialog.getByText('+2').waitFor();
  await desk.expectSound();
  expect((await firstLevel(desk)).onHand).toBe(level.onHand + 1);

  await save.click();
  await page.getByText(words.done).waitFor();
  expect((await firstLevel(desk)).onHand).toBe(level.onHand + 3);
  await page
    .getByRole('button', { name: new RegExp(`^${words.movements}`) })
    .first()
    .click();
  const row = page.getByRole('dialog').locator('li', { hasText: reason });
  await row.getByText(words.adjusted, { exact: true }).waitFor();
  await row.getByText('+2').waitFor();
  await desk.close();
});

/** Two articles of the first warehouse that have an SKU. */
async function twoCodes({ context }: Desk): Promise<readonly [string, string]> {
  const [warehouse] = await (await context.request.get(`${SHOP}/dashboard/api/warehouses`)).json();
  const path = `${SHOP}/dashboard/api/warehouse/${warehouse.id}/stocks?size=200`;
  const { stocks } = await (await context.request.get(path)).json();
  const [one, other] = [...new Set((stocks as { sku: string }[]).map(({ sku }) => sku).filter(Boolean))];
  if (!one || !other) throw new Error('the demo has articles with an SKU');
  return [one, other];
}

it.each([
  ['fr', 1280],
  ['ar', 390],
] as const)(
  'takes in a delivery in %s at %i pixels',
  async (language: Language & keyof typeof WORDS, width) => {
    const words = WORDS[language];
    const desk = await Desk.open(browser, { language, width });
    const { page } = desk;
    await desk.signIn('admin', '/admin/stock');
    const [one, other] = await twoCodes(desk);
    await page.getByRole('link', { name: words.receipt }).click();
    const scan = page.getByLabel(words.scan);
    await scan.fill(one);
    await scan.press('Enter');
    const row = page.locator('li', { hasText: one }).filter({ has: page.getByRole('textbox') });
    await row.waitFor();
    await scan.evaluate((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, `${one}\t2\r\n${other}\t3\r\nXXX-INCONNU\t9`);
    await page.getByRole('button', { name: words.leave }).waitFor();
    await desk.expectSound();
    await page.getByRole('button', { name: words.leave }).click();

    // What is typed is there again.
    await page.reload();
    expect(await row.getByRole('textbox').inputValue()).toBe('3');
    const reason = `BL ${language} ${Date.now()}`;
    await page.getByLabel(words.note).fill(reason);
    await page.getByRole('button', { name: words.takeIn }).click();
    await page.getByText(words.none).waitFor();
    await desk.expectSound();

    expect(await movedFor(desk, reason)).toEqual([3, 3]);
    await desk.close();
  },
);

/** How many pieces of what moved in the first warehouse with this reason. */
async function movedFor({ context }: Desk, reason: string): Promise<number[]> {
  const [warehouse] = await (await context.request.get(`${SHOP}/dashboard/api/warehouses`)).json();
  const path = `${SHOP}/dashboard/api/warehouse/${warehouse.id}/movements`;
  const { movements } = await (await context.request.get(path)).json();
  const mine = (movements as { reason: string; quantity: number }[]).filter((row) => row.reason === reason);
  return mine.map(({ quantity }) => quantity).sort();
}

/** A product of the demo of which several combinations are sold, and what the first warehouse is called. */
async function severalOf({ context }: Desk): Promise<{ product: string; warehouse: string }> {
  const read = async (path: string) => (await context.request.get(`${SHOP}/dashboard/api/${path}`)).json();
  const [warehouse] = await read('warehouses');
  const { stocks }: { stocks: Level[] } = await read(`warehouse/${warehouse.id}/stocks?size=200`);
  for (const product of new Set(stocks.map(({ productId }) => productId))) {
    // What is sold no more is listed as long as some of it is there, be its product deleted.
    const { combinations = [] }: { combinations?: { id: string }[] } = await read(`products/${product}`);
    const sold = stocks.filter(({ combinationId }) => combinations.some(({ id }) => id === combinationId));
    if (sold.length > 1) return { product, warehouse: warehouse.name };
  }
  throw new Error('the demo has products with combinations');
}

it.each([
  ['fr', 1280],
  ['ar', 390],
] as const)(
  'takes in several combinations of a product in %s at %i pixels',
  async (language: Language & keyof typeof WORDS, width) => {
    const words = WORDS[language];
    const desk = await Desk.open(browser, { language, width });
    const { page } = desk;
    await desk.signIn('admin', '/admin/stock');
    const { product, warehouse } = await severalOf(desk);
    await desk.goto(`/admin/products/${product}/stock`);
    // Each warehouse's part comes by itself.
    const first = page.locator('main section', { has: page.getByRole('heading', { name: warehouse }) });
    await first.getByRole('button', { name: words.several }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('2');
    await dialog.getByRole('textbox').first().press('Enter');
    await page.keyboard.type('3');
    await desk.expectSound();
    const reason = `BL ${language} ${Date.now()}`;
    await dialog.getByLabel(words.reason, { exact: true }).fill(reason);
    await dialog.getByRole('button', { name: words.addFive }).click();
    await page.getByText(words.added).waitFor();
    await desk.expectSound();
    expect(await movedFor(desk, reason)).toEqual([2, 3]);
    await desk.close();
  },
);
