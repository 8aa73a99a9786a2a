/** Goods go from one warehouse to another: chosen, sent, received in part, and what did not arrive is booked as lost. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../browser.ts';
import { Desk, type Language } from './desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const WORDS = {
  fr: {
    begin: 'Nouvelle expédition',
    begun: 'Commencer',
    from: 'Départ',
    to: 'Arrivée',
    add: 'Ajouter',
    quantity: 'Quantité',
    send: 'Envoyer',
    receive: 'Recevoir',
    complete: 'Terminer sans la pièce manquante',
    wrong: 'Un nombre entier de 1 à 2.',
    lost: 'comptée comme perdue',
    statuses: ['En préparation', 'Envoyée', 'Reçue en partie', 'Terminée'],
  },
  ar: {
    begin: 'إرسالية جديدة',
    begun: 'ابدأ',
    from: 'من',
    to: 'إلى',
    add: 'إضافة',
    quantity: 'الكمية',
    send: 'إرسال',
    receive: 'استلام',
    complete: 'إنهاء دون القطعة الناقصة',
    wrong: 'عدد صحيح من 1 إلى 2.',
    lost: 'تُحسب مفقودة',
    statuses: ['قيد التحضير', 'أُرسلت', 'استُلمت جزئيًا', 'منتهية'],
  },
} as const;

interface Free {
  product_name: string;
  combination_name?: string | null;
  available_stock: number;
}

it.each([
  ['fr', 1280],
  ['ar', 390],
] as const)('carries goods in %s at %i pixels', async (language: Language & keyof typeof WORDS, width) => {
  const words = WORDS[language];
  const [open, sent, received, completed] = words.statuses;
  const desk = await Desk.open(browser, { language, width });
  const { page } = desk;
  const state = page.locator('main p > [data-status]');
  const dialog = page.getByRole('dialog');
  const answer = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  await desk.signIn('admin', '/admin/expeditions');
  await page.getByRole('button', { name: words.begin }).click();
  await dialog.getByLabel(words.from, { exact: true }).selectOption({ index: 1 });
  await dialog.getByLabel(words.to, { exact: true }).selectOption({ index: 1 });
  const answered = page.waitForResponse((response) => response.url().includes('/free-products'));
  await answer(words.begun);
  await state.filter({ hasText: open }).waitFor();

  // By its name, and one with pieces to spare: others sell meanwhile, and what is sold out leaves the list.
  const { products }: { products: Free[] } = await (await answered).json();
  const enough = products.find(({ available_stock }) => available_stock >= 8);
  if (!enough) throw new Error('the demo has products of which eight pieces are free');
  const name = [enough.product_name, enough.combination_name].filter(Boolean).join(', ');
  await page.getByRole('button', { name: `${words.add} ${name}`, exact: true }).click();
  await dialog.getByLabel(words.quantity).fill('2');
  await answer(words.add);
  await dialog.waitFor({ state: 'detached' });
  await desk.expectSound();
  await page.getByRole('button', { name: words.send, exact: true }).click();
  await answer(words.send);
  await state.filter({ hasText: sent }).waitFor();

  await page.getByRole('button', { name: new RegExp(`^${words.receive} (?!الكل$)`) }).click();
  await dialog.getByLabel(words.quantity).fill('3');
  await answer(words.receive);
  await dialog.getByText(words.wrong).waitFor();
  await dialog.getByLabel(words.quantity).fill('1');
  await answer(words.receive);
  await state.filter({ hasText: received }).waitFor();

  await page.getByRole('button', { name: words.complete, exact: true }).click();
  await dialog.getByText(words.lost).waitFor();
  await answer(words.complete);
  await state.filter({ hasText: completed }).waitFor();
  expect(await page.getByRole('button', { name: new RegExp(`^${words.receive} `) }).count()).toBe(0);
  await desk.expectSound();
  await desk.close();
});
