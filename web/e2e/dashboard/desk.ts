/** A member of staff at a browser: signs in, goes to screens, presses what is named. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { SHOP } from '../browser.ts';

const PASSWORD = process.env.SOUK_DEMO_PASSWORD ?? 'souk-demo-2026';
const PATIENCE_MS = 15_000;

export type Language = 'fr' | 'ar' | 'en';

export interface Seat {
  language?: Language;
  theme?: 'light' | 'dark';
  width?: number;
}

export class Desk {
  readonly page: Page;
  readonly context: BrowserContext;

  private constructor(page: Page, context: BrowserContext) {
    this.page = page;
    this.context = context;
  }

  static async open(browser: Browser, seat: Seat = {}): Promise<Desk> {
    const { language = 'fr', theme = 'light', width = 1280 } = seat;
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: theme,
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(PATIENCE_MS);

    await context.addInitScript((chosen) => localStorage.setItem('dashboard-locale', chosen), language);
    return new Desk(await context.newPage(), context);
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
    const { violations } = await new AxeBuilder({ page: this.page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
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
