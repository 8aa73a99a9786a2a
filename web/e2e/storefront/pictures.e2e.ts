/** A phone fetches each picture of a first sight once, as WebP, in the width that it shows. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, SHOP } from '../browser.ts';
import { Visit } from '../visit.ts';

const PHONE = 390;
/** Bytes of the pictures of a first screen. */
const MOST = 150_000;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it.each(['/', '/new', '/catalog/product/soins/gel-nettoyant-figue'])('%s is light', async (path) => {
  const visit = await Visit.open(browser, 'fr', PHONE);
  const fetched: string[] = [];
  let bytes = 0;
  visit.page.on('response', async (answer) => {
    const { pathname } = new URL(answer.url());
    if (!pathname.startsWith('/media/')) return;
    fetched.push(pathname);
    bytes += Number((await answer.allHeaders())['content-length'] ?? 0);
  });
  await visit.goto(path);
  await visit.page.waitForLoadState('networkidle');
  expect(fetched.length).toBeGreaterThan(0);
  expect(fetched.filter((pathname) => !pathname.endsWith('.webp'))).toEqual([]);
  expect(fetched).toHaveLength(new Set(fetched).size);
  // One picture in two widths would be one of the shell and one of the app.
  const pictures = fetched.map((pathname) => pathname.replace(/-\d+\.webp$/, ''));
  expect(pictures).toHaveLength(new Set(pictures).size);
  expect(bytes).toBeLessThan(MOST);
  const shown = visit.page.locator('main img').first();
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  expect(await shown.evaluate((img: HTMLImageElement) => getComputedStyle(img).backgroundColor)).not.toBe(
    'rgba(0, 0, 0, 0)',
  );
  await visit.close();
});

it.each(['/new', '/catalog/product/soins/gel-nettoyant-figue'])(
  '%s shows its first picture before a script runs',
  async (path) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: PHONE, height: 844 },
    });
    const page = await context.newPage();
    await page.goto(SHOP + path);
    const first = page.locator('main picture img').first();
    expect(await first.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\.webp$/);
    // Its tone is there before it, and beneath it once it is there.
    expect(await page.locator('main .picture_tone').count()).toBeGreaterThan(0);
    // What is newer and has none may stand before it.
    await first.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await first.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const above = await page.evaluate(
      ([left, top]) =>
        document
          .elementsFromPoint(left, top)
          .find((found) => found.matches('img, .picture_tone, .picture_tone *'))?.tagName,
      [x + width / 2, y + height / 2] as const,
    );
    expect(above).toBe('IMG');
    await context.close();
  },
);

it.each(['fr', 'ar'] as const)(
  'opens over the whole screen in %s, and Back stays on the page',
  async (language) => {
    const visit = await Visit.open(browser, language, PHONE);
    await visit.goto('/catalog/product/parfums/coffret-a-composer');
    const address = visit.page.url();
    await visit.page.locator('.gallery_enlarge').click();
    await visit.page.locator('.viewer_strip').waitFor();
    const shown = () => visit.page.locator('.sheet_note').innerText();
    expect(await shown()).toBe('1 / 3');
    await visit.page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight');
    await expect.poll(shown).toBe('2 / 3');
    await visit.page.locator('.viewer_enlarge').click();
    const picture = visit.page.locator('.viewer_one[data-enlarged] img');
    await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(2 * PHONE);
    await visit.page.goBack();
    await visit.page.locator('.viewer_strip').waitFor({ state: 'detached' });
    expect(visit.page.url()).toBe(address);
    const held = () => visit.page.evaluate(() => document.activeElement?.className);
    await expect.poll(held).toBe('gallery_enlarge');
    expect(visit.problems).toEqual([]);
    await visit.close();
  },
);
