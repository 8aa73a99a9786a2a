/** The address names nothing, or nothing any more. */
import { isGone } from '@/api/errors.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/native/button.module.css';
import { EmptyState } from '@/ui/native/states.tsx';
import { ShopLink } from '../parts/shop-link.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';

export function NotFoundPage() {
  return <NothingHere title={m.sf_not_found()} hint={m.sf_not_found_hint()} />;
}

/** What the shop answered that there is nothing of: it never was, or was taken away for good. */
export function MissingPage({ error }: { readonly error: unknown }) {
  if (isGone(error)) return <NothingHere title={m.sf_gone()} hint={m.sf_gone_hint()} />;
  return <NotFoundPage />;
}

interface NothingHereProps {
  readonly title: string;
  readonly hint: string;
}

/** Says what is not there, and leads home. */
export function NothingHere({ title, hint }: NothingHereProps) {
  usePageTitle(title);
  return (
    <main className="wrap" id="main">
      <h1 className="visually-hidden">{title}</h1>
      <EmptyState
        icon="search"
        title={title}
        action={
          <ShopLink className={`${buttonStyles.button} ${buttonStyles.primary}`} href="/">
            {m.sf_to_home()}
          </ShopLink>
        }
      >
        {hint}
      </EmptyState>
    </main>
  );
}
