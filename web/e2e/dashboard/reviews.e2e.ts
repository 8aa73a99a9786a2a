/** A review from the shopper's form to the merchant's answer, and back on the product's page, in French and Arabic. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import ar from '../../messages/dashboard/ar.json' with { type: 'json' };
import fr from '../../messages/dashboard/fr.json' with { type: 'json' };
import { openBrowser } from '../browser.ts';
import { Visit, WORDS } from '../visit.ts';
import { Desk } from './desk.ts';

const STAFF_WORDS = { fr, ar };
const PICTURE = {
  name: 'photo.png',
  mimeType: 'image/png',
  // One red point.
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
};

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function write(visit: Visit, text: string, name: string): Promise<void> {
  const words = WORDS[visit.language];
  const form = visit.page.locator('.review-form:visible');
  await visit.page.getByRole('button', { name: words.sf_review_add }).click();
  await form.getByLabel(words.sf_review_name).fill(name);
  await form.locator('button[type=submit]').click();
  await form.getByRole('alert').getByText(words.sf_review_fill_all).waitFor();
  await form.getByText('★').nth(3).click();
  await form.getByLabel(words.sf_review_email).fill('amina@example.dz');
  await form.getByLabel(words.sf_field_phone).fill('0799000111');
  await form.getByLabel(words.sf_review_bought_on).fill('2026-01-02');
  await form.getByLabel(words.sf_review_text).fill(text);
  await form.getByLabel(words.sf_review_picture_add).setInputFiles(PICTURE);
  await form.getByLabel(words.sf_review_bought_here).check();
  await form.getByLabel(words.sf_review_policy).check();
  await visit.expectSound();
  await form.locator('button[type=submit]').click();
  await visit.page.getByRole('status').getByText(words.sf_review_thanks).waitFor();
}

it.each([
  { language: 'fr', width: 1280, text: 'Il sent très bon.', answer: 'Merci beaucoup !' },
  { language: 'ar', width: 390, text: 'رائحته طيبة جدا.', answer: 'شكرا جزيلا!' },
] as const)('a review in $language at $width px is sent, published, answered and seen', async (way) => {
  const { language, width, text, answer } = way;
  const words = STAFF_WORDS[language];
  const name = `Amina ${Date.now()}`;
  const visit = await Visit.open(browser, language, width);
  await visit.openAProduct();
  const address = visit.page.url();
  const openReviews = () => visit.page.locator('[data-tab=reviews]:visible').click();
  await openReviews();
  await write(visit, text, name);
  expect(await visit.page.getByText(name).count()).toBe(0);

  const desk = await Desk.open(browser, { language, width });
  await desk.signIn('content', '/admin/reviews?state=pending');
  await desk.page.getByRole('link', { name }).click();
  await desk.page.getByText(text).waitFor();
  await desk.press(words.db_review_approve);
  await desk.page.getByText(words.db_review_approved, { exact: true }).waitFor();
  await desk.press(words.db_review_reply_write);
  await desk.page.getByRole('dialog').getByRole('textbox').fill(answer);
  await desk.page.getByRole('dialog').locator('button[type=submit]').click();
  await desk.page.getByRole('dialog').waitFor({ state: 'detached' });
  await desk.page.getByText(answer).waitFor();
  await desk.expectSound();
  await desk.close();

  const review = visit.page
    .locator('.reviews_one:visible')
    .filter({ hasText: name })
    .filter({ hasText: answer });
  const isSeen = async () => {
    await visit.page.goto(address);
    await visit.ready();
    await openReviews();
    await review.waitFor({ timeout: 2_000 }).catch(() => undefined);
    return review.count();
  };
  await expect.poll(isSeen, { timeout: 15_000 }).toBe(1);
  expect(await review.locator('img[src^="/media/products/"]').count()).toBe(1);
  await visit.expectSound();
  await visit.close();
});

it('many reviews are decided at once', async () => {
  const visit = await Visit.open(browser, 'fr');
  await visit.openAProduct();
  await visit.page.locator('[data-tab=reviews]:visible').click();
  const name = `Karim ${Date.now()}`;
  await write(visit, 'Bien.', name);
  await visit.close();
  const desk = await Desk.open(browser);
  await desk.signIn('content', '/admin/reviews?state=pending');
  await desk.page.getByLabel(fr.db_review_tick.replace('{name}', name)).check();
  await desk.expectSound();
  await desk.press(fr.db_review_refuse);
  await desk.expectSound();
  await desk.page.getByRole('dialog').getByRole('button', { name: fr.db_review_refuse }).click();
  await desk.page.getByRole('dialog').waitFor({ state: 'detached' });
  await desk.goto('/admin/reviews?state=refused');
  await desk.page.getByRole('link', { name }).waitFor();
  await desk.close();
});
