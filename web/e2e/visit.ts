/** A shopper at a browser: opens pages in a language, picks, fills the order form, reads what the page says. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import ar from '../messages/storefront/ar.json' with { type: 'json' };
import fr from '../messages/storefront/fr.json' with { type: 'json' };
import { violationsOf } from './axe.ts';
import { SHOP } from './browser.ts';

export type Language = 'fr' | 'ar';
export const WORDS = { fr, ar };
const PATIENCE_MS = 15_000;

/** A number that has not ordered yet: the shop pauses a phone after each order. */
export function freshPhone(): string {
  return `05${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
}

export class Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly language: Language;
  readonly problems: string[] = [];

  private constructor(context: BrowserContext, page: Page, language: Language) {
    this.context = context;
    this.page = page;
    this.language = language;
    page.on('pageerror', (error) => this.problems.push(error.message));
  }

  static async open(browser: Browser, language: Language, width = 1280): Promise<Visit> {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      // What a test does to the network is done to the page itself.
      serviceWorkers: 'block',
      // Colours are judged where they come to rest, not on their way.
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    return new Visit(context, await context.newPage(), language);
  }

  /** The address of a shop path in this visit's language. */
  address(path: string): string {
    return SHOP + (this.language === 'ar' ? `/ar${path === '/' ? '' : path}` : path);
  }

  async goto(path: string): Promise<void> {
    const answer = await this.page.goto(this.address(path));
    // A page that is missing is a sound page too.
    if (answer && !answer.ok() && answer.status() !== 304) throw new Error(`${path}: ${answer.status()}`);
    await this.ready();
  }

  /** The app has taken the page over from the gateway's shell. */
  async ready(): Promise<void> {
    await this.page.locator('main#main').waitFor();
    await this.page.locator('.site-foot').waitFor();
  }

  /** Opens the menu's first category and its oldest product that can be ordered: what is new is another test's. */
  async openAProduct(): Promise<void> {
    await this.goto('/');
    await this.page.locator('.tiles_categories a').first().click();
    // Of the category: until it has come, the home page's own cards are there. Whose card leads to its page asks there what
    // the pack shall hold.
    await this.page.locator('.listing .card:not(.card_out):not(:has(a.card_add)) .card_name').last().click();
    await this.page.locator('.buy-box h1').waitFor();
  }

  async pickAnotherCombination(): Promise<void> {
    const others = this.page.locator(
      ':is(.choice, .choice_swatch):not([aria-pressed="true"]):not([data-sold-out])',
    );
    if ((await others.count()) === 0) return;
    const before = this.page.url();
    await others.first().click();
    await expect.poll(() => this.page.url()).not.toBe(before);
  }

  async openForm(): Promise<void> {
    await this.page.locator('#commande button').first().click();
    await this.page.locator('#order-lastname').waitFor();
  }

  async fillPerson(phone = freshPhone()): Promise<void> {
    const arabic = this.language === 'ar';
    await this.page.fill('#order-lastname', arabic ? 'بن علي' : 'Benali');
    await this.page.fill('#order-firstname', arabic ? 'أمينة' : 'Amina');
    await this.page.fill('#order-phone', phone);
  }

  async chooseFirst(field: 'wilaya' | 'commune'): Promise<void> {
    const options = this.page.locator(`#order-${field} option:not([value=""])`);
    await options.first().waitFor({ state: 'attached' });
    await this.page.selectOption(`#order-${field}`, {
      value: (await options.first().getAttribute('value')) ?? '',
    });
  }

  async chooseDelivery(): Promise<void> {
    await this.page.locator('.delivery .check_radio').first().check();
    const address = this.page.locator('#order-address');
    if (await address.isVisible()) await address.fill('Cité 5 Juillet, bâtiment 12');
  }

  async fillForm(): Promise<void> {
    await this.fillPerson();
    await this.chooseFirst('wilaya');
    await this.chooseFirst('commune');
    await this.chooseDelivery();
  }

  confirm(): Promise<void> {
    return this.page.locator('[data-confirm]').click();
  }

  async orderNumber(): Promise<string> {
    await this.page.locator('.thanks_number b').waitFor();
    return (await this.page.locator('.thanks_number b').innerText()).trim();
  }

  alerts(): Promise<string[]> {
    return this.page.locator('.note_problem').allInnerTexts();
  }

  /** No accessibility violation, nothing wider than the page, the language's direction, no script error. */
  async expectSound(): Promise<void> {
    // Half under the sticky header, any target would look too small.
    await this.page.evaluate(() => window.scrollTo(0, 0));
    const violations = await violationsOf(this.page);
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`),
    );
    expect(found).toEqual([]);
    const shape = await this.page.evaluate(() => ({
      dir: document.documentElement.dir,
      lang: document.documentElement.lang,
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }));
    expect(shape).toEqual({ dir: this.language === 'ar' ? 'rtl' : 'ltr', lang: this.language, overflow: 0 });
    expect(this.problems).toEqual([]);
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

/** An address of the shop in both directions, wide and on a phone: what `look` finds is there, and the page is sound. */
export async function readInBoth(
  browser: Browser,
  path: string,
  look: (visit: Visit) => Promise<void>,
): Promise<void> {
  for (const [language, width] of [
    ['fr', 1280],
    ['ar', 390],
  ] as const) {
    const visit = await Visit.open(browser, language, width);
    await visit.goto(path);
    await look(visit);
    await visit.expectSound();
    await visit.close();
  }
}
