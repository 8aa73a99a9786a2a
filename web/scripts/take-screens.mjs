// Takes the pictures of docs/screens, in French and Arabic, from a running demo shop (SOUK_URL, default http://localhost:8080).
import { mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from './files.mjs';

const SHOP = process.env.SOUK_URL ?? 'http://localhost:8080';
const PASSWORD = process.env.SOUK_DEMO_PASSWORD ?? 'souk-demo-2026';
const OUT = join(root, '../docs/screens');
const PHONE = { width: 412, height: 860 };
const DESK = { width: 1280, height: 860 };
const PRODUCT = '/catalog/product/parfums/ambre-de-tassili';

/** What a picture shows: an address; `first`: the part of an address of the row to open from there; `act`: what is done there. */
const SHOPPER = [
  { name: 'shop-home', path: '/' },
  { name: 'shop-listing', path: '/catalog/category/parfums' },
  { name: 'shop-product', path: PRODUCT },
  { name: 'shop-order', path: PRODUCT, act: (page) => buyNow(page) },
  { name: 'shop-track', path: '/order/track' },
];

const STAFF = [
  { name: 'home', path: '/' },
  { name: 'orders', path: '/orders' },
  { name: 'order', path: '/orders', first: '/orders/' },
  { name: 'products', path: '/products' },
  { name: 'new-product', path: '/products/new' },
  { name: 'product', path: '/products?q=Ambre de Tassili', first: '/products/' },
  {
    name: 'combinations',
    path: '/products?q=Ambre de Tassili',
    first: '/products/',
    act: (page) => page.goto(`${page.url().split('?')[0]}/combinations`),
  },
  { name: 'product-import', path: '/products/import', act: (page) => chooseFile(page) },
  { name: 'features', path: '/features' },
  { name: 'categories', path: '/categories' },
  { name: 'collections', path: '/collections' },
  { name: 'collection', path: '/collections', first: '/collections/' },
  { name: 'stock', path: '/stock' },
  { name: 'transporters', path: '/transporters' },
  { name: 'delivery-area', path: '/delivery-area' },
  { name: 'customers', path: '/customers' },
  { name: 'transporter', path: '/transporters', first: '/transporters/' },
  { name: 'new-promotion', path: '/promotions/new' },
  { name: 'promotions', path: '/promotions' },
  { name: 'home-blocks', path: '/home-blocks' },
  { name: 'home-block', path: '/home-blocks', first: '/home-blocks/' },
  { name: 'menus', path: '/menus' },
  { name: 'blog-posts', path: '/blog-posts' },
  { name: 'blog-post', path: '/blog-posts', first: '/blog-posts/' },
  {
    name: 'new-payment',
    path: '/payments/new',
    act: (page) => page.locator('main [type=radio]').nth(1).check(),
  },
  { name: 'reviews', path: '/reviews' },
  { name: 'restock', path: '/restock' },
  { name: 'draft-carts', path: '/draft-carts' },
  { name: 'maintenance', path: '/maintenance' },
  { name: 'settings', path: '/settings' },
  { name: 'employees', path: '/employees' },
];

/** Opens the order form of a product. */
async function buyNow(page) {
  await page.locator('#commande button').first().click();
  await page.locator('#order-lastname').waitFor();
  await page.locator('#commande').evaluate((form) => form.scrollIntoView());
}

/** A file of products as another shop could have written it. */
async function chooseFile(page) {
  const rows = [
    'name_fr,name_ar,price_ht,category,brand,stock',
    'Savon au miel,صابون بالعسل,450,Savons,Nour,12',
    'Crème à la rose,كريم الورد,1200.50,Soins,Nour,8',
  ];
  const buffer = Buffer.from(rows.join('\n'));
  await page
    .locator('main input[type=file]')
    .setInputFiles({ name: 'produits.csv', mimeType: 'text/csv', buffer });
  await page.locator('main table').first().waitFor();
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  for (const language of ['fr', 'ar']) {
    await shopper(language);
    await staff(language);
  }
} finally {
  await browser.close();
}

async function shopper(language) {
  const page = await open(PHONE);
  const prefix = language === 'fr' ? '' : `/${language}`;
  for (const shot of SHOPPER) {
    await page.goto(`${SHOP}${prefix}${shot.path}`);
    await take(page, language, shot);
  }
  await page.context().close();
}

async function staff(language) {
  const page = await open(DESK);
  await page.addInitScript((chosen) => localStorage.setItem('dashboard-locale', chosen), language);
  await page.goto(`${SHOP}/admin/`);
  await page.locator('input[type=email]').fill('admin@souk.test');
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.locator('button[type=submit]').click();
  await page.locator('main#content').waitFor();
  for (const shot of STAFF) {
    await page.goto(`${SHOP}/admin${shot.path}`);
    if (shot.first) {
      const rows = `main a[href*="/admin${shot.first}"]:not([href$="/new"], [href$="/import"])`;
      await page.locator(rows).first().click();
      await page.waitForURL(({ pathname }) => pathname.includes(shot.first));
    }
    await take(page, language, shot);
  }
  await page.context().close();
}

async function open(viewport) {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', colorScheme: 'light' });
  return context.newPage();
}

/** Once everything that the screen shows is there, before and after what is done there. */
async function take(page, language, { name, act }) {
  await ready(page);
  if (act) {
    await act(page);
    await ready(page);
  }
  const path = join(OUT, language, `${name}.jpg`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, type: 'jpeg', quality: 72 });
  console.log(relative(join(root, '..'), path));
}

async function ready(page) {
  await page.locator('main h1').first().waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy=true]') === null &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  );
  await page.evaluate(() => document.fonts.ready);
}
