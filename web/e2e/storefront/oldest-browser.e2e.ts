/** A purchase in the oldest browser that the shop is made for: what came after it is taken away before the page starts. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../browser.ts';
import { Visit } from '../visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Runs in the page: what neither iOS 15.4 nor Chrome 100 has. */
function becomeOld(): void {
  const without = (owner: object, ...names: string[]) => {
    for (const name of names) Reflect.deleteProperty(owner, name);
  };
  without(AbortSignal, 'any', 'timeout');
  without(AbortSignal.prototype, 'throwIfAborted');
  without(Array, 'fromAsync');
  without(Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with');
  without(Object, 'groupBy');
  without(Map, 'groupBy');
  without(Promise, 'withResolvers', 'try');
  without(Set.prototype, 'union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf');
  without(String.prototype, 'isWellFormed', 'toWellFormed');
  without(URL, 'canParse', 'parse');
  without(Response, 'json');
  without(HTMLElement.prototype, 'inert', 'popover', 'showPopover', 'hidePopover', 'togglePopover');
  without(Element.prototype, 'checkVisibility', 'setHTMLUnsafe');
  without(HTMLDialogElement.prototype, 'requestClose', 'closedBy');
  without(HTMLInputElement.prototype, 'showPicker');
  without(Document.prototype, 'startViewTransition');
  without(
    window,
    'Iterator',
    'navigation',
    'Navigation',
    'NavigateEvent',
    'scheduler',
    'requestIdleCallback',
    'cancelIdleCallback',
    'CloseWatcher',
  );
  without(Navigator.prototype, 'clipboard', 'userAgentData', 'connection', 'locks');
  without(Crypto.prototype, 'randomUUID');
}

it.each(['fr', 'ar'] as const)('buys in %s without what came later', async (language) => {
  const visit = await Visit.open(browser, language, 390);
  await visit.context.addInitScript(becomeOld);
  await visit.openAProduct();
  expect(await visit.page.evaluate(() => 'any' in AbortSignal || 'toSorted' in Array.prototype)).toBe(false);
  await visit.page.locator('.stepper_row .button').click();
  await visit.page.locator('.sheet .button_primary').click();
  await visit.page.locator('.cart_columns').waitFor();
  await visit.fillForm();
  await visit.confirm();
  expect(await visit.orderNumber()).toMatch(/^A-/);
  expect(visit.problems).toEqual([]);
  await visit.close();
});
