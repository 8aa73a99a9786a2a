/** An order is taken on the telephone: what, for whom, where to, at a total that is said before it is made. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, SHOP } from '../browser.ts';
import { Shopper } from '../shopper.ts';
import { freshPhone } from '../visit.ts';
import { Desk, type Seat } from './desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** It needs no choice, and the demo has some dozens of it. */
const CANDLE = { fr: 'Bougie parfumée Jasmin', ar: 'شمعة معطرة بالياسمين' } as const;
/** More steps between two fields lead nowhere. */
const MOST_TABS = 40;

interface Made {
  phone: string;
  status: string;
  wilayaId: string;
  productsTotal: number;
  deliveryPrice: number;
  total: number;
  lines: { quantity: number }[];
  timeline: { kind: string; actor: string }[];
}

/** At the empty form, by the button of the list. */
async function atForm(seat: Seat): Promise<Desk> {
  const desk = await Desk.open(browser, seat);
  await desk.signIn('sales', '/admin/orders');
  await desk.page.getByRole('link', { name: desk.words.db_new_order, exact: true }).click();
  await desk.page.waitForURL('**/admin/orders/new');
  await desk.field('db_order_lines_add').waitFor();
  return desk;
}

async function made({ page, context }: Desk): Promise<Made> {
  await page.waitForURL(/orders\/[0-9a-f-]{36}/);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  return (await context.request.get(`${SHOP}/dashboard/api/orders/${id}`)).json();
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** With words in the search that has the focus, once it has it. */
async function addCandle(desk: Desk, name: string): Promise<void> {
  const { page } = desk;
  await expect
    .poll(() => desk.field('db_order_lines_add').evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.keyboard.type(name);
  await page.getByRole('option').filter({ hasText: name }).first().waitFor();
  await page.keyboard.press('Enter');
  await row(page, name).first().waitFor();
}

async function tabTo({ page }: Desk, field: Locator): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await field.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('no step of the keyboard leads to the field');
}

/** The first way that is offered; the first option stands for none. */
async function chooseWay(desk: Desk): Promise<void> {
  const ways = desk.field('db_order_delivery');
  const offered = ways.locator('option:not([value=""])').first();
  await offered.waitFor({ state: 'attached' });
  await ways.selectOption({ value: (await offered.getAttribute('value')) ?? '' });
}

/** Whole but for the products, with the pointer. */
async function fillPerson(desk: Desk, phone: string): Promise<void> {
  await desk.fill('db_customer_phone', phone);
  await desk.fill('db_customer_firstname', 'Amina');
  await desk.fill('db_customer_lastname', 'Haddad');
  await desk.fill('db_customer_wilaya', { choose: '16 Alger' });
  await desk.fill('db_customer_commune', { choose: 1 });
  await chooseWay(desk);
  await desk.fill('db_customer_address', '4, rue des Frères');
}

it('takes an order by the keyboard alone, from the empty form to the page of the order', async () => {
  const desk = await atForm({ language: 'fr', width: 1280 });
  const { page, words } = desk;
  const phone = freshPhone();
  // What is wanted is said first: the search has the focus already.
  await expect
    .poll(() => desk.field('db_order_lines_add').evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.keyboard.press('Control+s');
  await page.getByText(words.db_new_order_products_required).first().waitFor();
  await desk.expectSound();
  await addCandle(desk, CANDLE.fr);
  await addCandle(desk, CANDLE.fr);
  await expect.poll(() => row(page, CANDLE.fr).getByRole('textbox').inputValue()).toBe('2');

  await tabTo(desk, desk.field('db_customer_phone'));
  await page.keyboard.type(phone);
  await tabTo(desk, desk.field('db_customer_firstname'));
  await page.keyboard.type('Amina');
  await tabTo(desk, desk.field('db_customer_lastname'));
  await page.keyboard.type('Haddad');
  await tabTo(desk, desk.field('db_customer_wilaya'));
  await page.keyboard.type('alger');
  await page.getByRole('option', { name: '16 Alger' }).waitFor();
  await page.keyboard.press('Enter');
  await tabTo(desk, desk.field('db_customer_commune'));
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option').nth(1).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const ways = desk.field('db_order_delivery');
  await ways.locator('option:not([value=""])').first().waitFor({ state: 'attached' });
  await tabTo(desk, ways);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => ways.inputValue()).not.toBe('');
  await tabTo(desk, desk.field('db_customer_address'));
  await page.keyboard.type('4, rue des Frères');
  await page.getByText(/^Total\s: [\d\s]+/).waitFor();
  await desk.expectSound();
  await page.keyboard.press('Control+s');

  const order = await made(desk);
  // It is said for some seconds only.
  await page.getByText(/^Commande A-\d+ créée$/).waitFor();
  await desk.reached('confirmed');
  expect(order).toMatchObject({ phone, wilayaId: '16', lines: [{ quantity: 2 }] });
  expect(order.total).toBe(order.productsTotal + order.deliveryPrice);
  expect(order.timeline.find(({ kind }) => kind === 'placed')?.actor).not.toMatch(/^(client|)$/);
  await desk.expectSound();
  // Nothing is left of it for the next one.
  await desk.goto('/admin/orders/new');
  await desk.field('db_customer_phone').waitFor();
  expect(await desk.field('db_customer_phone').inputValue()).toBe('');
  await desk.close();
});

it('takes an order of who ordered before, in Arabic on a phone, to be confirmed later', async () => {
  const visitor = await browser.newContext();
  const { id } = await new Shopper(visitor.request).order('Fidele');
  await visitor.close();
  const desk = await atForm({ language: 'ar', width: 390 });
  const { page, words } = desk;
  const before: Made = await (await desk.context.request.get(`${SHOP}/dashboard/api/orders/${id}`)).json();
  await desk.field('db_order_lines_add').click();
  await addCandle(desk, CANDLE.ar);
  await desk.fill('db_customer_phone', before.phone);
  const take = page.getByRole('button', { name: words.db_new_order_known_take });
  await take.waitFor();
  expect(await desk.field('db_customer_firstname').inputValue()).toBe('');
  await desk.expectSound();
  await take.click();
  expect(await desk.field('db_customer_lastname').inputValue()).toBe('Fidele');
  expect(await desk.field('db_customer_address').inputValue()).toBe('Rue des Oliviers');
  await chooseWay(desk);
  await page.getByLabel(words.db_new_order_confirmed).uncheck();
  await desk.expectSound();
  await desk.press(new RegExp(words.db_new_order_submit));
  const order = await made(desk);
  await desk.reached('placed');
  expect(order).toMatchObject({ phone: before.phone, status: 'placed', wilayaId: before.wilayaId });
  await desk.expectSound();
  await desk.close();
});

it('says which line the stock does not suffice for, and makes nothing', async () => {
  const desk = await atForm({});
  const { page, words } = desk;
  const phone = freshPhone();
  await addCandle(desk, CANDLE.fr);
  const quantity = row(page, CANDLE.fr).getByRole('textbox');
  await quantity.fill('999');
  await row(page, CANDLE.fr)
    .getByText(/ne suffit pas\s: \d+ pièces? disponibles?/)
    .waitFor();
  await fillPerson(desk, phone);
  await page.getByText(/^Total\s: [\d\s]+/).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText(words.db_refused_out_of_stock).waitFor();
  await expect.poll(() => quantity.getAttribute('aria-invalid')).toBe('true');
  await desk.expectSound();
  expect(new URL(page.url()).pathname).toBe('/admin/orders/new');
  expect(await ordersOf(desk, phone)).toBe(0);
  await quantity.fill('1');
  await page.getByText(/^Total\s: [\d\s]+/).waitFor();
  await page.keyboard.press('Control+s');
  expect((await made(desk)).lines).toMatchObject([{ quantity: 1 }]);
  await desk.close();
});

it('keeps what was typed over a reload, and throws it away when asked', async () => {
  const desk = await atForm({});
  const { page, words } = desk;
  const phone = freshPhone();
  await addCandle(desk, CANDLE.fr);
  await desk.fill('db_customer_phone', phone);
  await page.reload();
  await page.getByText(/^Brouillon de/).waitFor();
  await row(page, CANDLE.fr).waitFor();
  expect(await desk.field('db_customer_phone').inputValue()).toBe(phone);
  await desk.expectSound();
  await desk.press(words.db_draft_throw_away);
  await page.getByRole('dialog').getByRole('button', { name: words.db_form_throw_away }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => desk.field('db_customer_phone').inputValue()).toBe('');
  expect(await row(page, CANDLE.fr).count()).toBe(0);
  await page.reload();
  await desk.field('db_customer_phone').waitFor();
  expect(await desk.field('db_customer_phone').inputValue()).toBe('');
  await desk.close();
});

it('makes one order of two clicks', async () => {
  const desk = await atForm({});
  const { page, words } = desk;
  const phone = freshPhone();
  await addCandle(desk, CANDLE.fr);
  await fillPerson(desk, phone);
  await page.getByText(/^Total\s: [\d\s]+/).waitFor();
  await page.getByRole('button', { name: new RegExp(words.db_new_order_submit) }).dblclick();
  await made(desk);
  expect(await ordersOf(desk, phone)).toBe(1);
  await desk.close();
});

async function ordersOf({ context }: Desk, phone: string): Promise<number> {
  const answer = await context.request.get(`${SHOP}/dashboard/api/orders?q=${phone}`);
  return (await answer.json()).total;
}
