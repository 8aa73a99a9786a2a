/** The catalogue by the dashboard alone: what a merchant makes there is in the shop. */
import { crc32, deflateSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, SHOP } from '../browser.ts';
import { Desk } from './desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('makes a product in a category made on the way, by the keyboard, and puts it in the shop', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  const mark = Date.now();
  const [name, category] = [`Savon ${mark}`, `Savons ${mark}`];
  await desk.signIn('content', '/admin/products');
  await page.getByRole('link', { name: 'Nouveau produit' }).click();
  await page.getByLabel('Nom, Français').waitFor();
  await page.keyboard.press('Control+s');
  await page.locator('[aria-invalid=true]').first().waitFor();
  await desk.expectSound();
  await page.getByLabel('Nom, Français').fill(name);
  await page.getByRole('button', { name: 'Nouvelle catégorie' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await desk.expectSound();
  await dialog.getByLabel('Nom, Français').fill(category);
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.getByLabel('Catégorie', { exact: true }).locator('option:checked').textContent())
    .toBe(category);
  await page.getByLabel('Prix HT', { exact: true }).fill('1000');
  const withTax = async () =>
    (await page.getByLabel('Prix TTC', { exact: true }).inputValue()).replace(/\s/g, '');
  await expect.poll(withTax).toBe('1190,00');
  await page.getByLabel('Prix d’achat HT').fill('600');
  await page.getByText('Marge : 40 %').waitFor();
  await page.getByLabel('Référence').fill(`SAV-${mark}`);
  await page.reload();
  await page.getByText(/^Brouillon de/).waitFor();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/products\/[0-9a-f-]{36}/);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  expect(await page.getByLabel('Référence').first().inputValue()).toBe(`SAV-${mark}`);
  await desk.expectSound();
  const address = `/catalog/product/savons-${mark}/savon-${mark}`;
  const status = async () => (await desk.context.request.get(SHOP + address)).status();
  expect(await status()).toBe(404);

  await page.getByRole('switch', { name: 'En vente dans la boutique' }).click();
  await page.keyboard.press('Control+s');
  await expect.poll(status, { timeout: 15_000 }).toBe(200);
  await page.getByLabel('Adresse', { exact: true }).fill(`savon-noir-${mark}`);
  await desk.expectSound();
  await page.keyboard.press('Control+s');
  const leadsTo = async () => (await desk.context.request.get(SHOP + address)).url();
  await expect.poll(leadsTo, { timeout: 15_000 }).toContain(`/savon-noir-${mark}`);
  await expect.poll(status).toBe(200);
  await desk.goto(`/admin/products?q=SAV-${mark}`);
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  await page.getByLabel('Étiquette', { exact: true }).selectOption('new');
  await page.waitForURL(/tag=new/);
  await page.getByText('Aucun produit ne correspond').waitFor();
  await desk.goto('/admin/products?tag=NEW');
  await page.getByRole('link', { name: /^Jasmin du soir/ }).waitFor();
  await desk.expectSound();
  await desk.close();
});

function onePixel(red: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(body.length + 8);
    frame.writeUInt32BE(data.length, 0);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc32(body), body.length + 4);
    return frame;
  };
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const pixels = deflateSync(Buffer.from([0, red, 20, 30]));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG of one colour that no other picture equals. */
const png = (byte: number) => ({
  name: `photo-${byte}.png`,
  mimeType: 'image/png',
  buffer: onePixel(byte),
});

it('takes pictures eight at a time, says what it can’t take, and puts them in order', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  await desk.signIn('content', '/admin/products/new');
  await page.getByLabel('Nom, Français').fill(`Bougie ${Date.now()}`);
  await page.getByLabel('Catégorie', { exact: true }).selectOption({ index: 1 });
  await page.keyboard.press('Control+s');
  await page.waitForURL(/products\/[0-9a-f-]{36}/);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const add = page.locator('input[type=file][multiple]');
  const svg = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
  const fake = { name: 'faux.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload=alert(1)>') };
  await add.setInputFiles([...Array.from({ length: 10 }, (_, at) => png(at)), svg, fake]);
  const tiles = page.locator('.picture-tile');
  await expect.poll(() => tiles.count(), { timeout: 60_000 }).toBe(10);
  await page.getByText('Ni JPEG, ni PNG, ni WebP').waitFor();
  await page.getByRole('button', { name: 'Réessayer' }).waitFor();
  await expect.poll(() => page.locator('.upload-tile').count()).toBe(2);
  await desk.expectSound();
  for (let left = 2; left > 0; left -= 1)
    await page.locator('.upload-tile').first().getByText('Annuler').click();

  const ids = async (): Promise<string[]> => {
    const answer = await desk.context.request.get(`${SHOP}/dashboard/api/products/${id}`);
    return (await answer.json()).images.map((image: { id: string }) => image.id);
  };
  const shown = (place: number) => tiles.nth(place).locator('img').getAttribute('src');
  const before = await ids();
  const third = await shown(2);
  await page.getByRole('button', { name: 'Image 3 : par défaut' }).click();
  await expect.poll(ids).toEqual([before[2], before[0], before[1], ...before.slice(3)]);
  // The shop knows it before the screen does, and a key moves what is seen.
  await expect.poll(() => shown(0)).toBe(third);
  await page.getByRole('button', { name: 'Retirer l’image 2' }).press('Alt+ArrowRight');
  await expect.poll(ids).toEqual([before[2], before[1], before[0], ...before.slice(3)]);
  await page.getByRole('button', { name: 'Retirer l’image 1', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer l’image', exact: true }).click();
  await expect.poll(ids).toEqual([before[1], before[0], ...before.slice(3)]);
  await page.reload();
  await expect.poll(() => tiles.count()).toBe(9);
  await desk.close();
});

it.each([
  { language: 'fr', width: 1280 },
  { language: 'ar', width: 390 },
] as const)(
  'duplicates a product, out of sale until it is read over ($language, $width px)',
  async (seat) => {
    const desk = await Desk.open(browser, seat);
    const { page, words } = desk;
    const { request } = desk.context;
    await desk.signIn('content', '/admin/products');
    const listed = await request.get(`${SHOP}/dashboard/api/products?q=Vernis%20brillant&active=true`);
    const { id } = (await listed.json()).products[0];
    const original = await (await request.get(`${SHOP}/dashboard/api/products/${id}`)).json();
    await desk.goto(`/admin/products/${id}`);
    await desk.press(words.db_product_duplicate);
    await page.waitForURL(
      (url) => /products\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.endsWith(id),
    );
    await page.getByText(words.db_product_duplicated).waitFor();
    await desk.expectSound();
    const copyId = new URL(page.url()).pathname.split('/').at(-1);
    const copy = await (await request.get(`${SHOP}/dashboard/api/products/${copyId}`)).json();
    const { images, combinations, texts, details } = original;
    expect(copy.texts[0].name).toBe(`${texts[0].name} (copie)`);
    expect([copy.images.length, copy.combinations.length]).toEqual([images.length, combinations.length]);
    expect(copy.priceHt).toBe(original.priceHt);
    expect([details.sku === '', copy.details.sku]).toEqual([false, '']);
    await expect
      .poll(() => page.getByRole('switch', { name: words.db_product_visible }).isChecked())
      .toBe(false);
    const picture = await request.get(SHOP + copy.images[0].imagesIdsAndSizes[0].url);
    expect(picture.status()).toBe(200);
    const address = `/catalog/product/maquillage/${copy.slug}`;
    expect((await request.get(SHOP + address)).status()).toBe(404);
    await page.getByRole('switch', { name: words.db_product_visible }).click();
    await desk.save();
    const status = async () => (await request.get(SHOP + address)).status();
    await expect.poll(status, { timeout: 15_000 }).toBe(200);
    // The demo's lists stay as they were.
    await page.getByRole('switch', { name: words.db_product_visible }).click();
    await desk.save();
    await expect.poll(status, { timeout: 15_000 }).toBe(404);
    await desk.close();
  },
);

it('describes, tags and packs a product, and the shop shows all of it', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  const mark = Date.now();
  await desk.signIn('content', '/admin/products/new');
  await page.getByLabel('Nom, Français').fill(`Lot ${mark}`);
  await page.getByLabel('Catégorie', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Prix HT', { exact: true }).fill('3000');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/products\/[0-9a-f-]{36}/);
  const french = page.locator('.layout_langCol').first();
  for (const label of ['Description courte', 'Titre pour les moteurs', 'Description pour les moteurs'])
    await french.getByLabel(label).fill(`Lot ${mark}`);
  await french.getByLabel('Description longue').fill(`Allume ${mark}`);
  await page.getByLabel('Étiquettes').fill(`fête ${mark}`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Retirer l’étiquette fête ${mark}` }).waitFor();
  await page.getByLabel('Ajouter un produit au pack').fill('bougie parfumée');
  for (const candle of ['Bougie parfumée Cèdre', 'Bougie parfumée Figuier'])
    await page.getByRole('button', { name: candle, exact: true }).click();
  await page.getByLabel('Pièces de Bougie parfumée Cèdre').fill('2');
  await page.getByRole('switch', { name: 'En vente dans la boutique' }).click();
  await page.keyboard.press('Control+s');
  const combination = page.getByLabel('Combinaison de Bougie parfumée Figuier');
  await expect.poll(() => combination.getAttribute('aria-invalid')).toBe('true');
  await desk.expectSound();
  await combination.selectOption({ index: 1 });
  await page.keyboard.press('Control+s');
  await page.getByRole('link', { name: 'Voir en boutique' }).waitFor();
  const address = await page.getByRole('link', { name: 'Voir en boutique' }).getAttribute('href');
  await expect
    .poll(async () => (await desk.context.request.get(`${SHOP}${address}`)).status(), { timeout: 15_000 })
    .toBe(200);
  await page.goto(`${SHOP}${address}`);
  await page.getByText(`Allume ${mark}`).first().waitFor();
  // The text may be read before the app has taken the page over.
  await expect
    .poll(() => page.locator('.pack li').allInnerTexts())
    .toEqual([expect.stringMatching(/Cèdre.*2/s), expect.stringMatching(/Figuier.*1/s)]);
  await desk.close();
});

it('makes, moves and renames a category, leads its old address on, and takes it away', async () => {
  const desk = await Desk.open(browser);
  const { page } = desk;
  const mark = Date.now();
  await desk.signIn('content', '/admin/categories');
  const row = (name: string) => page.locator('.tree-row').filter({ hasText: name });
  // In the order of their making: the garden before the house.
  for (const name of [`Jardin ${mark}`, `Maison ${mark}`]) {
    await desk.press('Nouvelle catégorie');
    const field = page.getByRole('dialog').getByLabel('Nom, Français');
    await field.fill(name);
    await field.press('Enter');
    await row(name).waitFor();
  }
  await desk.expectSound();
  const shop = (path: string) => desk.context.request.get(SHOP + path, { maxRedirects: 0 });
  const levelOf = (name: string) =>
    row(name).evaluate((element) => getComputedStyle(element).getPropertyValue('--level').trim());
  await row(`Maison ${mark}`).getByRole('link').press('Alt+ArrowRight');
  await expect.poll(() => levelOf(`Maison ${mark}`)).toBe('2');

  await row(`Maison ${mark}`).getByRole('link').click();
  await page.getByLabel('Adresse').fill(`interieur-${mark}`);
  await page.keyboard.press('Control+s');
  await page.getByText(/^Catégorie .* enregistrée/).waitFor();
  await desk.expectSound();
  await expect.poll(async () => (await shop(`/catalog/category/interieur-${mark}`)).status()).toBe(200);
  const moved = async () => {
    const answer = await shop(`/ar/catalog/category/maison-${mark}?page=2`);
    return [answer.status(), answer.headers().location];
  };
  await expect.poll(moved).toEqual([308, `/ar/catalog/category/interieur-${mark}?page=2`]);

  await desk.goto('/admin/categories');
  await row(`Jardin ${mark}`).getByRole('link').click();
  await desk.press('Supprimer…');
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer…' }).click();
  await page.getByRole('alert').getByText('Cette catégorie est encore utilisée.').waitFor();
  await desk.goto('/admin/categories');
  await row(`Maison ${mark}`)
    .getByRole('button', { name: /^Sortir/ })
    .click();
  await expect.poll(() => levelOf(`Maison ${mark}`)).toBe('1');
  for (const name of [`Maison ${mark}`, `Jardin ${mark}`]) {
    await row(name).getByRole('link').click();
    await desk.press('Supprimer…');
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer…' }).click();
    await page.waitForURL(/\/admin\/categories$/);
  }
  await desk.close();
});
