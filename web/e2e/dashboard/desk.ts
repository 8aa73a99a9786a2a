/** A member of staff at a browser: signs in, goes to screens, presses what is named. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import ar from '../../messages/dashboard/ar.json' with { type: 'json' };
import en from '../../messages/dashboard/en.json' with { type: 'json' };
import fr from '../../messages/dashboard/fr.json' with { type: 'json' };
import { violationsOf } from '../axe.ts';
import { SHOP } from '../browser.ts';

/** Everything that the dashboard says, by language. */
const WORDS = { fr, ar, en };
const PASSWORD = process.env.SOUK_DEMO_PASSWORD ?? 'souk-demo-2026';
const PATIENCE_MS = 15_000;
const HEIGHT = 900;

export type Language = 'fr' | 'ar' | 'en';

type Words = typeof fr;

/** A message that says the same whatever it is about. */
export type Word = { [K in keyof Words]: Words[K] extends string ? K : never }[keyof Words];

/** A field by its label, in words of the dashboard or of the data; one of a text in three languages by its legend and its language. */
export type FieldName = Word | RegExp | readonly [legend: Word, language: Language];

/** What is written, chosen by its label or its place, or ticked. */
export type FieldValue = string | { choose: string | number } | true;

export interface Look {
  theme: 'light' | 'dark';
  width: number;
}

export interface Seat extends Partial<Look> {
  language?: Language;
}

export class Desk {
  readonly page: Page;
  readonly context: BrowserContext;

  readonly words: Words;

  private constructor(page: Page, context: BrowserContext, language: Language) {
    this.page = page;
    this.context = context;
    // The same keys in each, which a check of the messages sees to.
    this.words = WORDS[language] as Words;
  }

  static async open(browser: Browser, seat: Seat = {}): Promise<Desk> {
    const { language = 'fr', theme = 'light', width = 1280 } = seat;
    const context = await browser.newContext({
      viewport: { width, height: HEIGHT },
      colorScheme: theme,
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(PATIENCE_MS);

    await context.addInitScript((chosen) => localStorage.setItem('dashboard-locale', chosen), language);
    return new Desk(await context.newPage(), context, language);
  }

  /** What stands on the screen, in another theme and width. */
  async wear({ theme, width }: Look): Promise<void> {
    await this.page.emulateMedia({ colorScheme: theme });
    await this.page.setViewportSize({ width, height: HEIGHT });
  }

  /** To the door in front of a screen. */
  async visit(path = '/admin/'): Promise<void> {
    await this.page.goto(SHOP + path);
    await this.page.locator('input[type=email]').waitFor();
  }

  /** Through the door and the form in it, as a person does. */
  async signIn(role: string, path = '/admin/'): Promise<void> {
    await this.visit(path);
    await this.enter(role);
  }

  async enter(role: string): Promise<void> {
    await this.page.locator('input[type=email]').fill(`${role}@souk.test`);
    await this.page.locator('input[type=password]').fill(PASSWORD);
    await this.page.locator('button[type=submit]').click();
    await this.page.locator('main#content').waitFor();
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(SHOP + path);
    await this.page.locator('main#content').waitFor();
  }

  /** The control of a field, in the language of the desk. */
  field(name: FieldName): Locator {
    if (name instanceof RegExp) return this.page.getByLabel(name);
    if (typeof name === 'string') return this.page.getByLabel(this.words[name], { exact: true });
    const [legend, language] = name;
    const group = this.page.getByRole('group', { name: this.words[legend], exact: true });
    return group.getByLabel(this.words[`db_lang_${language}`], { exact: true });
  }

  /** Gives a field its value, whatever kind of control it has. */
  async fill(name: FieldName, value: FieldValue): Promise<void> {
    const control = this.field(name);
    if (value === true) return control.check();
    if (typeof value === 'string') return control.fill(value);
    const { choose } = value;
    if ((await control.getAttribute('role')) === 'combobox') {
      await control.click();
      // Its own: while they are on their way, the first others of the page are another field's.
      const list = this.page.locator(`[id="${await control.getAttribute('aria-controls')}"]`);
      const options = list.getByRole('option');
      const option =
        typeof choose === 'number' ? options.nth(choose) : options.filter({ hasText: choose }).first();
      return option.click();
    }
    await control.selectOption(typeof choose === 'number' ? { index: choose } : { label: choose });
  }

  /** Saves the form by the keyboard, until nothing of it is unsaved. */
  async save(): Promise<void> {
    await this.page.keyboard.press('Control+s');
    // The button that saves has another name while it does.
    await this.page.getByRole('button', { name: this.words.db_undo_changes }).waitFor({ state: 'detached' });
  }

  /** Presses what asks before it acts, and says yes. */
  async confirm(act: string): Promise<void> {
    await this.press(act);
    await this.page.getByRole('dialog').getByRole('button', { name: act }).click();
  }

  press(name: string | RegExp): Promise<void> {
    return this.page.getByRole('button', { name }).first().click();
  }

  /** An order as the dashboard's interface tells it. */
  async order(id: string): Promise<{ transporterId: string; total: number }> {
    const answer = await this.context.request.get(`${SHOP}/dashboard/api/orders/${id}`);
    if (!answer.ok()) throw new Error(`the order answered ${answer.status()}: ${await answer.text()}`);
    return await answer.json();
  }

  status(): Locator {
    return this.page.locator('.heads_pageHead .status');
  }

  /** Waits until the order on the screen has reached a status. */
  async reached(status: string): Promise<void> {
    await this.page.locator(`.heads_pageHead [data-status=${status}]`).waitFor();
  }

  /** No violation of WCAG 2.2 AA on what is on the screen, and nothing sticks out of it sideways. */
  async expectSound(): Promise<void> {
    const busy = this.page.locator('[aria-busy=true]');
    await expect.poll(() => busy.count(), { timeout: PATIENCE_MS }).toBe(0);
    const violations = await violationsOf(this.page);
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' | ')}`);
    expect(found).toEqual([]);
    const overflow = await this.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(overflow).toBeLessThanOrEqual(0);
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
