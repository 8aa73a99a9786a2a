/** What an order has is changed on the telephone: how many, what else, what not, and what that costs in all. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, SHOP } from '../browser.ts';
import { Shopper } from '../shopper.ts';
import { Desk, type Language, type Seat, type Word } from './desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

interface Piece {
  productId: string;
  combinationId?: string | null;
  quantity: number;
}

interface Changed {
  status: string;
  productsTotal: number;
  deliveryPrice: number;
  total: number;
  lines: {
    productId: string;
    name: string;
    quantity: number;
    unitPrice: number;
    total: number;
    stockItems: Piece[];
  }[];
  reservation?: { held: Piece[] } | null;
}

/** Each needs no choice, and the demo has some dozens of it. */
const OTHERS: Readonly<Record<'fr' | 'ar', readonly string[]>> = {
  fr: ['Bougie parfumée Jasmin', 'Bougie parfumée Ambre'],
  ar: ['شمعة معطرة بالياسمين', 'شمعة معطرة بالعنبر'],
};

/** How many of each thing, whatever holds them. */
function piecesOf(pieces: readonly Piece[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { productId, combinationId, quantity } of pieces) {
    const thing = `${productId}/${combinationId ?? ''}`;
    sums[thing] = (sums[thing] ?? 0) + quantity;
  }
  return sums;
}

/** At an order that was placed just now, with the dialog open in which its products are changed. */
async function atLines(seat: Seat & { language: Language }, lastname: string) {
  const desk = await Desk.open(browser, seat);
  await desk.signIn('sales', '/admin/orders');
  // A visitor of their own: the shop's cookies of the desk are none of theirs.
  const visitor = await browser.newContext();
  const { id } = await new Shopper(visitor.request).order(lastname);
  await visitor.close();
  const read = async (): Promise<Changed> => {
    const headers = { 'Accept-Language': seat.language };
    const answer = await desk.context.request.get(`${SHOP}/dashboard/api/orders/${id}`, { headers });
    return await answer.json();
  };
  /** What the shop holds for it is what it has; it may take a moment. */
  const expectHeld = async () => {
    const wanted = async () => piecesOf((await read()).lines.flatMap(({ stockItems }) => stockItems));
    const held = async () => piecesOf((await read()).reservation?.held ?? []);
    await expect
      .poll(async () => JSON.stringify(sorted(await held())), { timeout: 15_000 })
      .toBe(JSON.stringify(sorted(await wanted())));
  };
  await desk.goto(`/admin/orders/${id}`);
  await expectHeld();
  await desk.press(desk.words.db_order_lines_change);
  const dialog = desk.page.getByRole('dialog');
  await dialog.waitFor();
  const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
  const word = (name: Word) => desk.words[name];
  const submit = dialog.getByRole('button', { name: word('db_order_lines_submit'), exact: true });
  return { desk, dialog, read, expectHeld, row, word, submit };
}

function sorted(pieces: Record<string, number>): [string, number][] {
  return Object.entries(pieces).sort(([one], [other]) => one.localeCompare(other));
}

it.each([
  ['fr', 1280],
  ['ar', 390],
] as const)(
  'changes how many, adds a product and takes one out, in %s at %i pixels',
  async (language, width) => {
    const { desk, dialog, read, expectHeld, row, word, submit } = await atLines(
      { language, width },
      'Articles',
    );
    const { page } = desk;
    const before = await read();
    const [own] = before.lines;
    if (!own) throw new Error('the order has nothing');
    const other = OTHERS[language].find((name) => !own.name.includes(name)) ?? '';

    const quantity = row(own.name).getByRole('textbox', { name: word('db_order_quantity') });
    expect(await quantity.inputValue()).toBe('1');
    // The last product stays.
    await dialog.getByText(word('db_order_lines_last')).waitFor();
    await quantity.fill('0');
    await submit.click();
    await expect.poll(() => quantity.getAttribute('aria-invalid')).toBe('true');
    await quantity.fill('1');
    await row(own.name)
      .getByRole('button', { name: word('db_increase') })
      .click();
    expect(await quantity.inputValue()).toBe('2');

    const search = dialog.getByRole('combobox', { name: word('db_order_lines_add') });
    await search.fill(other);
    const found = dialog.getByRole('option').filter({ hasText: other }).first();
    await found.waitFor();
    await desk.expectSound();
    await found.click();
    await row(other).waitFor();
    await expect.poll(() => submit.isEnabled(), { timeout: 15_000 }).toBe(true);
    await desk.expectSound();
    await submit.click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText(word('db_event_lines')).first().waitFor();

    const more = await read();
    expect(more.lines.map((line) => line.quantity)).toEqual([2, 1]);
    // What was agreed stays agreed.
    expect(more.lines[0]?.unitPrice).toBe(own.unitPrice);
    expect(more.productsTotal).toBe(more.lines.reduce((sum, { total }) => sum + total, 0));
    expect(more.total).toBe(more.productsTotal + more.deliveryPrice);
    await page.getByText(word('db_event_line_added')).first().waitFor();
    await expectHeld();

    await desk.press(word('db_order_lines_change'));
    await dialog.waitFor();
    await row(own.name).getByRole('button', { name: own.name }).click();
    await expect.poll(() => row(own.name).count()).toBe(0);
    await expect.poll(() => submit.isEnabled(), { timeout: 15_000 }).toBe(true);
    await submit.click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText(word('db_event_line_removed')).first().waitFor();

    const after = await read();
    expect(after.lines.map(({ productId }) => productId)).toEqual([more.lines[1]?.productId]);
    expect(after.total).toBe((more.lines[1]?.total ?? 0) + after.deliveryPrice);
    await expectHeld();
    // At its end no button of the page stands half under the bar of a phone, which axe takes for a small one.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await desk.expectSound();
    await desk.close();
  },
);

it('lays what is typed over what a colleague changed meanwhile', async () => {
  const { desk, dialog, read, expectHeld, row, word, submit } = await atLines({ language: 'fr' }, 'Ensemble');
  const [own] = (await read()).lines;
  if (!own) throw new Error('the order has nothing');
  const other = OTHERS.fr.find((name) => !own.name.includes(name)) ?? '';
  const quantity = row(own.name).getByRole('textbox', { name: word('db_order_quantity') });
  await quantity.fill('3');

  const colleague = await desk.context.newPage();
  await colleague.goto(desk.page.url());
  await colleague.getByRole('button', { name: word('db_order_lines_change') }).click();
  const theirs = colleague.getByRole('dialog');
  await theirs.getByRole('combobox').fill(other);
  await theirs.getByRole('option').filter({ hasText: other }).first().click();
  const theirSubmit = theirs.getByRole('button', { name: word('db_order_lines_submit'), exact: true });
  await theirs.getByRole('listitem').filter({ hasText: other }).waitFor();
  await theirSubmit.click();
  await theirs.waitFor({ state: 'hidden' });
  await colleague.close();

  await dialog.getByText(word('db_order_lines_meanwhile')).waitFor();
  expect(await quantity.inputValue()).toBe('3');
  await row(other).waitFor();
  await expect.poll(() => submit.isEnabled(), { timeout: 15_000 }).toBe(true);
  await submit.click();
  await dialog.waitFor({ state: 'hidden' });
  expect((await read()).lines.map((line) => line.quantity)).toEqual([3, 1]);
  await expectHeld();
  await desk.close();
});

it('stands on the smallest of screens, with what saves it in sight', async () => {
  const { desk, dialog, row, read, submit } = await atLines({ language: 'ar', width: 320 }, 'Petit');
  await desk.page.setViewportSize({ width: 320, height: 640 });
  const [own] = (await read()).lines;
  await row(own?.name ?? '').scrollIntoViewIfNeeded();
  const box = await submit.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640);
  // Nothing in it has to be pushed sideways, either.
  const tooWide = await dialog.evaluate((element) => {
    const boxes = [...element.querySelectorAll('form > div, ul, li')];
    return boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length;
  });
  expect(tooWide).toBe(0);
  await desk.expectSound();
  await desk.close();
});
