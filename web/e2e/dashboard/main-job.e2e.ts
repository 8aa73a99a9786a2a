/** The main job from the storefront to the cash: what a shopper orders in the shop, staff lead to settled. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../browser.ts';
import { Visit } from '../visit.ts';
import { Desk } from './desk.ts';

const WORDS = {
  fr: {
    confirm: 'Confirmer la commande',
    prepare: 'Mettre en préparation',
    single: 'Tout depuis un seul entrepôt',
    ship: 'Remettre au transporteur',
    tracking: 'Numéro de suivi',
    answer: 'Valider',
    deliver: 'Marquer comme livrée',
    tick: (number: string) => `Cocher la commande ${number}`,
    reference: 'Référence',
    record: /^Encaisser/,
    total: /^Total des commandes cochées/,
  },
  ar: {
    confirm: 'تأكيد الطلب',
    prepare: 'بدء التحضير',
    single: 'الكل من مستودع واحد',
    ship: 'تسليم للناقل',
    tracking: 'رقم التتبع',
    answer: 'تأكيد',
    deliver: 'تعليم كمُسلّم',
    tick: (number: string) => `تحديد الطلب ${number}`,
    reference: 'المرجع',
    record: /^تحصيل/,
    total: /^مجموع الطلبات المحددة/,
  },
};

/** What a shopper orders through the pages of the shop, and what the receipt says of it. */
async function orderInTheShop(browser: Browser, language: 'fr' | 'ar') {
  const visit = await Visit.open(browser, language);
  await visit.openAProduct();
  await visit.openForm();
  await visit.fillForm();
  await visit.confirm();
  const number = await visit.orderNumber();
  const total = amountIn(await visit.page.locator('.receipt .totals_grand dd').innerText());
  await visit.close();
  return { number, total };
}

/** `5 520,50 DA` as 5520.5. */
function amountIn(text: string): number {
  return Number(text.replace(/[^\d,]/g, '').replace(',', '.'));
}

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe.each(['fr', 'ar'] as const)('from the storefront to the cash, in %s', (language) => {
  const words = WORDS[language];

  it('leads an order that arrives live to settled', async () => {
    const desk = await Desk.open(browser, { language });
    const { page } = desk;
    await desk.signIn('admin', '/admin/orders?status=placed');
    await page.locator('.shell_live[data-live=on]').waitFor();

    const placed = await orderInTheShop(browser, language);
    // Nobody reloads: the row comes by itself.
    const row = page.getByRole('row').filter({ hasText: placed.number });
    await row.waitFor();
    await desk.expectSound();
    await row.getByRole('link').first().click();

    await desk.reached('placed');
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { transporterId, total: asked } = await desk.order(id);
    expect(asked).toBe(placed.total);
    await desk.press(words.confirm);
    await desk.reached('confirmed');

    await desk.press(words.single);
    await page.getByRole('menuitem').first().click();
    await desk.expectSound();
    await desk.press(words.prepare);
    await desk.reached('preparing');

    await desk.press(words.ship);
    await page.getByLabel(words.tracking).fill('SUIVI-1');
    await desk.expectSound();
    await page.getByRole('dialog').getByRole('button', { name: words.answer, exact: true }).click();
    await desk.reached('shipped');
    await page.locator('.panel_kv').getByText('SUIVI-1').waitFor();

    await desk.press(words.deliver);
    await desk.reached('delivered');

    await desk.goto(`/admin/payments/new?transporter=${transporterId}`);
    const tick = page.getByRole('checkbox', { name: words.tick(placed.number) });
    await tick.check();
    const total = async () => (await page.getByLabel(words.total).innerText()).replace(/\D/g, '');
    await expect.poll(total).toContain(String(Math.round(placed.total * 100)));
    await page.getByLabel(words.reference).fill('VIR-1');
    await desk.expectSound();
    await desk.press(words.record);
    await page.waitForURL(/\/admin\/payments\/[0-9a-f-]{36}$/);
    await page.getByRole('row').filter({ hasText: placed.number }).waitFor();
    await desk.expectSound();

    await desk.goto(`/admin/orders/${id}`);
    await desk.reached('settled');
    await desk.expectSound();
    await desk.close();
  });
});
