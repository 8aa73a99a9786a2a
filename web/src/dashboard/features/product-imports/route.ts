/** Products from a file. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { root } from '../../root.tsx';

export interface ImportSearch {
  /** The import that is looked at: a reload or a closed page loses nothing. */
  import?: string;
}

export const productImport = createRoute({
  getParentRoute: () => root,
  path: '/products/import',
  validateSearch: (raw: Record<string, unknown>): ImportSearch =>
    typeof raw.import === 'string' ? { import: raw.import } : {},
  staticData: { screen: { title: m.db_import_title, permission: 'catalog.write' } },
  component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage'),
});
