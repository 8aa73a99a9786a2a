/** The papers of many orders: from the ticked rows of the list to pages, on which they stand and nothing else does. */
import { expect, it } from 'vitest';
import { browserOfFile } from '../browser.ts';
import { Shopper } from '../shopper.ts';
import { Desk, type Language, type Word } from './desk.ts';

const browser = browserOfFile();

/** A4 and 100 × 150 mm, in points. */
const A4 = '595x842';
const LABEL = '283x425';
const PATIENCE_MS = 240_000;

/** An order of a visitor of its own: who orders once waits before the next. */
async function placed() {
  const visitor = await browser().newContext();
  const order = await new Shopper(visitor.request).order('Papier');
  await visitor.close();
  return order;
}

/** At the list, with two orders that were confirmed just now ticked: the newer one comes first. */
async function atList(language: Language) {
  const desk = await Desk.open(browser(), { language });
  await desk.signIn('sales', '/admin/orders');
  const older = await placed();
  const newer = await placed();
  for (const { id } of [older, newer]) {
    await desk.goto(`/admin/orders/${id}`);
    await desk.press(desk.words.db_step_confirmed);
    await desk.reached('confirmed');
  }
  await desk.goto('/admin/orders');
  for (const { number } of [older, newer]) {
    await desk.page.getByRole('checkbox', { name: desk.words.db_tick.replace('{number}', number) }).check();
  }
  return { desk, numbers: [newer.number, older.number] };
}

/** What stands on paper beside the papers. */
async function besidePapers(desk: Desk): Promise<string[]> {
  return await desk.page.evaluate(() => {
    const papers = document.querySelector('main section[tabindex]');
    const isBeside = (element: Element) => !element.contains(papers) && !papers?.contains(element);
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return element.checkVisibility() && width > 1 && height > 1;
    };
    const beside = [...document.body.querySelectorAll('*')].filter(isBeside).filter(isSeen);
    return beside.map((element) => element.outerHTML.slice(0, 80));
  });
}

/** The papers of an order that no other test changes, as they are found from its page. */
async function toPapers(desk: Desk): Promise<void> {
  const { id } = await placed();
  await desk.goto(`/admin/orders/${id}`);
  await desk.page.getByRole('link', { name: desk.words.db_print, exact: true }).click();
  await desk.page.getByRole('region', { name: desk.words.db_papers_slips }).waitFor();
  await whole(desk);
}

/** Until nothing of the papers is on its way any more, names of places and the letterhead neither: then they can be printed. */
async function whole(desk: Desk): Promise<void> {
  const print = desk.page.getByRole('button', { name: desk.words.db_print, exact: true });
  await expect.poll(() => print.isEnabled()).toBe(true);
}

/** What a sheet and everything on it is drawn with. */
async function coloursOf(desk: Desk): Promise<string[]> {
  return await desk.page.getByRole('article').evaluate((sheet) =>
    [sheet, ...sheet.querySelectorAll('*')].map((element) => {
      const { color, backgroundColor, borderBlockEndColor } = getComputedStyle(element);
      return [color, backgroundColor, borderBlockEndColor].join(' ');
    }),
  );
}

/** The sizes of the printed pages, in points. */
async function pages(desk: Desk): Promise<string[]> {
  const pdf = (await desk.page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const boxes = pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g);
  return [...boxes].map(([, width, height]) => `${Math.round(Number(width))}x${Math.round(Number(height))}`);
}

it.each(['fr', 'ar'] as const)(
  'of ticked orders are printed without the rest of the screen: %s',
  async (language) => {
    const { desk, numbers } = await atList(language);
    const word = (name: Word) => desk.words[name];
    const bar = desk.page.getByRole('region', { name: word('db_bulk_title') });
    const link = bar.getByRole('link', { name: word('db_print') });
    const [beside] = await Promise.all([desk.context.waitForEvent('page'), link.click()]);
    await beside.waitForURL(/\/admin\/orders\/papers\?/);
    const { pathname, search } = new URL(beside.url());
    await beside.close();
    expect(await link.isVisible(), 'what is ticked stays').toBe(true);
    await desk.goto(pathname + search);
    const papers: readonly (readonly [Word, RegExp])[] = [
      ['db_papers_slips', new RegExp(`^${A4},${A4}$`)],
      ['db_papers_labels', new RegExp(`^${LABEL},${LABEL}$`)],
      ['db_papers_picking', new RegExp(`^${A4}(,${A4})*$`)],
      ['db_papers_handover', new RegExp(`^${A4}(,${A4})*$`)],
    ];
    for (const [name, sizes] of papers) {
      await desk.page.getByRole('link', { name: word(name), exact: true }).click();
      const sheets = desk.page.getByRole('region', { name: word(name), exact: true });
      await sheets.waitFor();
      await whole(desk);
      const text = await sheets.innerText();
      expect(numbers.map((number) => text.includes(number))).toEqual([true, true]);
      if (name === 'db_papers_slips') {
        expect(text.indexOf(numbers[0] ?? ''), 'as in the list').toBeLessThan(text.indexOf(numbers[1] ?? ''));
      }
      await desk.expectSound();
      await desk.page.emulateMedia({ media: 'print' });
      expect(await besidePapers(desk)).toEqual([]);
      expect((await pages(desk)).join(',')).toMatch(sizes);
      await desk.page.emulateMedia({ media: null });
    }
    await desk.close();
  },
  PATIENCE_MS,
);

it('of one order lead back to the list, and of none say where they come from', async () => {
  const desk = await Desk.open(browser());
  await desk.signIn('payments');
  await toPapers(desk);
  expect(await desk.page.getByRole('article').count()).toBe(1);
  await desk.page.getByRole('main').getByRole('link', { name: desk.words.db_nav_orders }).click();
  await desk.page.waitForURL(/\/admin\/orders$/);
  await desk.goto('/admin/orders/papers');
  await desk.page.getByText(desk.words.db_papers_empty).waitFor();
  await desk.expectSound();
  await desk.close();
});

it('are as light in the dark as by day', async () => {
  const dark = await Desk.open(browser(), { theme: 'dark' });
  await dark.signIn('payments');
  await toPapers(dark);
  await dark.expectSound();
  const light = await Desk.open(browser());
  const { pathname, search } = new URL(dark.page.url());
  await light.signIn('payments', pathname + search);
  await light.page.getByRole('article').waitFor();
  await whole(light);
  const colours = await coloursOf(dark);
  expect(colours).toEqual(await coloursOf(light));
  expect(colours[0]).toContain('rgb(255, 255, 255)');
  await dark.close();
  await light.close();
});
