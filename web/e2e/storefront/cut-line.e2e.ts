/** The line is cut while somebody orders: one order is made, no cart is lost, and the page stays ours. */
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser } from '../browser.ts';
import { Visit, WORDS } from '../visit.ts';

const words = WORDS.fr;
const CHECKOUT = '**/web/api/cart/checkout';

let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  visit = await Visit.open(browser, 'fr', 390);
});
afterEach(() => visit.close());

/** Numbers of the orders that the shop answered with, whether or not the answer arrived. */
class Orders {
  readonly made: string[] = [];

  /** The shop takes the order, and its answer never comes. */
  readonly loseAnswer = async (route: Route) => {
    await this.#take(route);
    await route.abort('connectionreset');
  };

  /** The answer breaks off in its middle. */
  readonly cutAnswer = async (route: Route) => {
    const body = await this.#take(route);
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    await route.fulfill({ status: 200, headers, body: body.slice(0, 20) });
  };

  async #take(route: Route): Promise<string> {
    const answer = await route.fetch();
    const text = await answer.text();
    const { orderNumber } = JSON.parse(text) as { orderNumber?: string };
    this.made.push(orderNumber ?? text);
    return text;
  }
}

async function withForm(): Promise<void> {
  await visit.openAProduct();
  await visit.openForm();
  await visit.fillForm();
}

async function withCart(): Promise<void> {
  await visit.openAProduct();
  await visit.page.locator('.stepper_row .button').click();
  await visit.page.locator('.sheet .button_primary').click();
  await visit.page.locator('.cart_columns').waitFor();
  await visit.fillForm();
}

async function expectFailure(page: Page = visit.page): Promise<void> {
  await page.locator('dialog[open]').getByText(words.sf_may_be_recorded).waitFor();
}

async function closeFailure(): Promise<void> {
  await visit.page.keyboard.press('Escape');
  await visit.page.locator('dialog[open]').waitFor({ state: 'hidden' });
}

const cartOf = (context: BrowserContext) =>
  context.storageState().then(({ origins }) => {
    const stored = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name === 'cart');
    return JSON.parse(stored?.value ?? '[]') as unknown[];
  });

describe('an order whose', () => {
  it('answer is lost is sent again, after a reload too, and stays one', async () => {
    const orders = new Orders();
    await withCart();
    await visit.page.route(CHECKOUT, orders.loseAnswer);
    await visit.confirm();
    await expectFailure();
    expect(await cartOf(visit.context)).toHaveLength(1);
    await visit.page.reload();
    await visit.ready();
    await visit.page.unroute(CHECKOUT);
    await visit.page.locator('.delivery .check_radio:checked').waitFor();
    await visit.confirm();
    expect(orders.made).toEqual([await visit.orderNumber()]);
    expect(await cartOf(visit.context)).toEqual([]);
  });

  it('answer breaks off in its middle is sent again, and stays one', async () => {
    const orders = new Orders();
    await withForm();
    await visit.page.route(CHECKOUT, orders.cutAnswer, { times: 1 });
    await visit.confirm();
    await expectFailure();
    await visit.page.locator('dialog[open] .button_primary').click();
    expect(orders.made).toEqual([await visit.orderNumber()]);
  });

  it('request is lost goes with the next try', async () => {
    await withForm();
    await visit.page.route(CHECKOUT, (route) => route.abort('internetdisconnected'), { times: 1 });
    await visit.confirm();
    await expectFailure();
    await visit.page.locator('dialog[open] .button_primary').click();
    expect(await visit.orderNumber()).toMatch(/^A-/);
  });

  it('answer is slow keeps what was sent from changing', async () => {
    await withForm();
    let answer = () => {};
    const waits = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await visit.page.route(CHECKOUT, async (route) => {
      await waits;
      await route.continue();
    });
    const lastname = await visit.page.inputValue('#order-lastname');
    await visit.confirm();
    await visit.page.getByText(words.sf_processing).first().waitFor();
    expect(await visit.page.isDisabled('#order-lastname')).toBe(true);
    await visit.page.locator('.stepper_row .stepper button').last().click();
    answer();
    expect(await visit.orderNumber()).toMatch(/^A-/);
    expect(await visit.page.locator('.receipt').innerText()).toContain(lastname);
    expect(await visit.page.locator('.receipt .receipt_line').innerText()).toContain('× 1');
  });

  it('tab is closed before the answer is offered again in another, and stays one', async () => {
    const orders = new Orders();
    await withCart();
    await visit.page.route(CHECKOUT, orders.loseAnswer);
    await visit.confirm();
    await expectFailure();
    const page = await visit.context.newPage();
    await visit.page.close();
    await page.goto(visit.address('/checkout/cart/view'));
    await page.getByRole('button', { name: words.sf_send_again }).click();
    await page.locator('.thanks_number b').waitFor();
    expect(orders.made).toEqual([(await page.locator('.thanks_number b').innerText()).trim()]);
    expect(await cartOf(visit.context)).toEqual([]);
  });

  it('page is left and come back to is still one', async () => {
    const orders = new Orders();
    await withCart();
    await visit.page.route(CHECKOUT, orders.loseAnswer, { times: 1 });
    await visit.confirm();
    await expectFailure();
    await closeFailure();
    await visit.page.goBack();
    await visit.page.locator('.buy-box h1').waitFor();
    await visit.page.goForward();
    await visit.page.locator('.delivery .check_radio:checked').waitFor();
    await visit.confirm();
    expect(orders.made).toEqual([await visit.orderNumber()]);
  });

  it('cart is open in two tabs is made once, and both carts are empty', async () => {
    await withCart();
    const other = await visit.context.newPage();
    await other.goto(visit.address('/checkout/cart/view'));
    await other.locator('.cart-line').waitFor();
    await visit.confirm();
    expect(await visit.orderNumber()).toMatch(/^A-/);
    await other.locator('.cart-line').waitFor({ state: 'detached' });
    await expect.poll(() => other.locator('[data-confirm]').count()).toBe(0);
  });
});

describe('a page without a network', () => {
  it('keeps itself, says so, and shows the cart once the line is back', async () => {
    await visit.goto('/');
    await visit.context.setOffline(true);
    await visit.page.locator('.bag').click();
    const notice = visit.page.locator('.overlay');
    await notice.waitFor();
    expect(await visit.page.locator('.tiles_categories').isVisible()).toBe(true);
    await visit.context.setOffline(false);
    await visit.page.locator('dialog[open]').waitFor();
    await expect.poll(() => notice.count()).toBe(0);
    expect(visit.problems).toEqual([]);
  });

  it('offers a page that it can’t open, and opens it once the line is back', async () => {
    await visit.goto('/');
    await visit.context.setOffline(true);
    await visit.page.locator('.card .card_name').first().click();
    const retry = visit.page.locator('.state .button');
    await retry.waitFor();
    expect(await visit.page.locator('.site-head_logo').isVisible()).toBe(true);
    await visit.context.setOffline(false);
    await retry.click();
    await visit.page.locator('.buy-box h1').waitFor();
  });

  it('keeps a listing’s old cards when a choice of it does not come', async () => {
    await visit.goto('/new');
    await visit.page.locator('.listing .card').first().waitFor();
    await visit.page.route('**/web/public/api/new/products?**', (route) => route.abort());
    await visit.page.locator('.tools select').last().selectOption('price_asc');
    await visit.page.locator('.note').waitFor();
    await expect.poll(() => visit.page.locator('.grid[data-stale]').count()).toBe(1);
    await visit.page.unroute('**/web/public/api/new/products?**');
    await visit.page.locator('.note .button').click();
    await visit.page.locator('.grid:not([data-stale])').waitFor();
    await expect.poll(() => visit.page.locator('.note').count()).toBe(0);
  });
});

describe('a page that is left by a slow line', () => {
  it('asks for nothing and keeps its name until the next one has come', async () => {
    await visit.openAProduct();
    const name = await visit.page.title();
    let arrive = () => {};
    const waits = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await visit.page.route('**/track-*.js', async (route) => {
      await waits;
      await route.continue();
    });
    const asked: string[] = [];
    visit.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await visit.page.locator('.site-foot a[href$="/order/track"]').click();
    await visit.page.locator('#main [role=status]').waitFor({ state: 'attached' });
    expect(await visit.page.title()).toBe(name);
    arrive();
    await visit.page.locator('#track-number').waitFor();
    expect(asked.filter((path) => path.startsWith('/web/public/api/product/'))).toEqual([]);
  });
});
