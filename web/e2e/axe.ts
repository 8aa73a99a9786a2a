/** What axe finds wrong with a page. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Violations of WCAG 2.2 AA of what the page shows now. */
export async function violationsOf(page: Page): Promise<Violations> {
  const axe = new AxeBuilder({ page })
    // Only what is wrong is described node by node.
    .options({ resultTypes: ['violations'] })
    .withTags(LEVELS)
    // Without frames no second page is needed to put the results of all together.
    .setLegacyMode(page.frames().length === 1);
  return (await axe.analyze()).violations;
}
