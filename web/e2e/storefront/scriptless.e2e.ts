/** A shopper whose browser runs no script: from a product's page to the order number, by forms of plain HTML. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../axe.ts';
import { browserOfFile, SHOP } from '../browser.ts';
import { freshPhone } from '../visit.ts';

const browser = browserOfFile();

/** A step that its address tells, opened where what looks at accessibility can run: the page itself runs nothing. */
async function expectAccessible(page: Page): Promise<void> {
  const looked = await browser().newContext({ viewport: page.viewportSize() });
  const same = await looked.newPage();
  await same.goto(page.url());
  const found = (await violationsOf(same)).flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  );
  expect(found).toEqual([]);
  await looked.close();
}

async function expectSound(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
}

async function chooseFirst(page: Page, field: 'wilaya' | 'commune'): Promise<void> {
  const first = page.locator(`#${field} option:not([value=""])`).first();
  await page.selectOption(`#${field}`, (await first.getAttribute('value')) ?? '');
}

describe.each([
  { prefix: '', width: 1280 },
  { prefix: '/ar', width: 390 },
])('at "$prefix/"', ({ prefix, width }) => {
  it('orders step by step, and what is typed stays', async () => {
    const context = await browser().newContext({
      javaScriptEnabled: false,
      viewport: { width, height: 844 },
    });
    const page = await context.newPage();
    await page.goto(`${SHOP}${prefix}/catalog/product/soins/gel-nettoyant-figue`);
    await page.locator('a[href*="/order/form"]').click();
    const goOn = page.locator('form button').first();
    await chooseFirst(page, 'wilaya');
    await goOn.click();
    await chooseFirst(page, 'commune');
    await expectSound(page);
    await expectAccessible(page);
    await goOn.click();
    await page.locator('#lastname').waitFor();
    await expectAccessible(page);

    await page.fill('#lastname', 'Benali');
    await page.fill('#quantity', '2');
    await page.locator('button[name="step"]').click();
    expect(await page.inputValue('#lastname')).toBe('Benali');
    await page.fill('#firstname', 'Amina');
    await page.fill('#phone', '12');
    await page.fill('#address', 'Cité 5 Juillet, bâtiment 12');
    await page.locator('input[name="offer"]').first().check();
    const send = page.locator('form button:not([name])');
    await send.click();
    expect(await page.locator('[role="alert"] a').getAttribute('href')).toBe('#phone');
    expect(await page.getAttribute('#phone', 'aria-invalid')).toBe('true');
    await expectSound(page);

    await page.fill('#phone', freshPhone());
    const label = await page.locator('label:has(input[name="offer"]:checked)').innerText();
    expect(label).toContain('× 2');
    await send.click();
    expect(await page.locator('main b').innerText()).toMatch(/^A-\d{5,}$/);
    expect(label).toContain(await page.locator('main bdi').innerText());
    await expectSound(page);
    await context.close();
  });
});
