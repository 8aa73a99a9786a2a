/** The address names nothing. */
import * as m from '@/i18n/paraglide.gen/messages.js';
import { EmptyState } from '@/ui/native/states.tsx';
import { ShopLink } from '../parts/shop-link.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';

export function NotFoundPage() {
  usePageTitle(m.sf_not_found());
  return (
    <main className="wrap" id="main">
      <h1 className="visually-hidden">{m.sf_not_found()}</h1>
      <EmptyState
        icon="search"
        title={m.sf_not_found()}
        action={
          <ShopLink className="btn btn-primary" href="/">
            {m.sf_to_home()}
          </ShopLink>
        }
      >
        {m.sf_not_found_hint()}
      </EmptyState>
    </main>
  );
}
