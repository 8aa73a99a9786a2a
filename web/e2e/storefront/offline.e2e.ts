/** The network is gone when a page is opened: the shop's own page says so, shows the cart, and gives way once it is back. */
import { expect, it } from 'vitest';
import { browserOfFile, SHOP } from '../browser.ts';

const browser = browserOfFile();

it.each([
  { prefix: '', title: 'Pas de connexion' },
  { prefix: '/ar', title: 'لا يوجد اتصال' },
])('keeps the cart in sight without a network under $prefix/', async ({ prefix, title }) => {
  const context = await browser().newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${SHOP}${prefix}/new`);
  const line = { productId: 'p', combinationId: null, unitPrice: 900, quantity: 2, name: 'Savon', image: '' };
  const cart = JSON.stringify([
    { ...line, attributes: { size: '50 ml' }, link: '/catalog/product/soins/savon' },
  ]);
  await page.evaluate((cart) => localStorage.setItem('cart', cart), cart);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await context.setOffline(true);
  await page.goto(`${SHOP}${prefix}/checkout/cart/view`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  expect(await page.locator('#kept li').allInnerTexts()).toEqual(['2 × Savon / 50 ml']);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await context.setOffline(false);
  await page.locator('.cart_columns').waitFor();
  await context.close();
});
