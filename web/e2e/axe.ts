/** What axe finds wrong with a page. */
import { AxeBuilder } from '@axe-core/playwright';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** On a text whose contrast is that of a text before it. */
const ALIKE = 'data-alike';

/** The contrast of each text is two thirds of what axe computes, and the rows of a table are alike: one of each kind is looked at. */
const SOURCE = `${axe.source};axe.configure({ rules: [{ id: 'color-contrast', selector: ':not([${ALIKE}])' }] });`;

/** Violations of WCAG 2.2 AA of what the page shows now. */
export async function violationsOf(page: Page): Promise<Violations> {
  await page.evaluate(markAlike, ALIKE);
  const builder = new AxeBuilder({ page, axeSource: SOURCE })
    // Only what is wrong is described node by node; our styles are the page's own, which nothing has to fetch again.
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(LEVELS)
    // Without frames no second page is needed to put the results of all together.
    .setLegacyMode(page.frames().length === 1);
  return (await builder.analyze()).violations;
}

/** Marks each text but the first of those that have the same colour, size, weight and shadow on the same ground. In the page. */
function markAlike(mark: string): void {
  const seen = new Set<string>();
  for (const element of document.body.querySelectorAll('*')) {
    element.removeAttribute(mark);
    const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim());
    if (!hasText || !element.checkVisibility({ visibilityProperty: true })) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const kind = [color, fontSize, fontWeight, textShadow];
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(at);
      kind.push(backgroundColor, backgroundImage, opacity);
      if (/^rgb\(/.test(backgroundColor) && opacity === '1') break;
    }
    const key = kind.join();
    if (seen.has(key)) element.setAttribute(mark, '');
    seen.add(key);
  }
}
