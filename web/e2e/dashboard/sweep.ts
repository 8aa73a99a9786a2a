/** Every screen in one language, each loaded once and looked at in every look. */
import { describe, expect, it } from 'vitest';
import { browserOfFile } from '../browser.ts';
import { Desk, type Look } from './desk.ts';
import { LISTS, SCREENS } from './screens.ts';

export function sweep(language: 'fr' | 'ar', looks: readonly Look[]): void {
  const browser = browserOfFile();
  const named = looks.map(({ theme, width }) => `${theme} at ${width} px`).join(', ');
  describe(`the screens in ${language}, ${named}`, () => {
    it('have no accessibility violation and no sideways scroll', async () => {
      const desk = await Desk.open(browser(), { language });
      // Nothing is wrong with a screen that has not come yet.
      const heading = desk.page.locator('main#content h1');
      const expectSound = async () => {
        for (const look of looks) {
          await desk.wear(look);
          await desk.expectSound();
        }
      };
      await desk.visit();
      await expectSound();
      await desk.enter('admin');
      for (const path of SCREENS) {
        await desk.goto(path);
        await heading.waitFor({ state: 'attached' });
        await expectSound();
      }
      for (const list of LISTS) {
        await desk.goto(list);
        await heading.waitFor({ state: 'attached' });
        const title = await heading.allInnerTexts();
        await desk.page.locator(':is(tbody .table_rowLink, [data-tree] a):visible').first().click();
        await desk.page.waitForURL(new RegExp(`${list}/[0-9a-f-]{36}`));
        await expect.poll(() => heading.allInnerTexts()).not.toEqual(title);
        await expectSound();
      }
      expect(await desk.page.locator('html').getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');
      await desk.close();
    }, 1_800_000);
  });
}
