/** Every screen in one language, in both themes and both widths. */
import { describe, expect, it } from 'vitest';
import { browserOfFile } from '../browser.ts';
import { Desk, type Seat } from './desk.ts';
import { LISTS, SCREENS } from './screens.ts';

export function sweep(
  language: 'fr' | 'ar',
  seats: readonly Required<Pick<Seat, 'theme' | 'width'>>[],
): void {
  const browser = browserOfFile();
  describe.each(seats)(`the screens in ${language}, $theme, $width px`, (look) => {
    it('have no accessibility violation and no sideways scroll', async () => {
      const desk = await Desk.open(browser(), { ...look, language });
      await desk.visit();
      await desk.expectSound();
      await desk.enter('admin');
      for (const path of SCREENS) {
        await desk.goto(path);
        await desk.expectSound();
      }
      for (const list of LISTS) {
        await desk.goto(list);
        await desk.page.locator(':is(tbody .table_rowLink, [data-tree] a):visible').first().click();
        await desk.page.waitForURL(new RegExp(`${list}/[0-9a-f-]{36}`));
        await desk.expectSound();
      }
      expect(await desk.page.locator('html').getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');
      await desk.close();
    }, 240_000);
  });
}
