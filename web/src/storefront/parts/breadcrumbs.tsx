/** The way from the home page to here. */
import * as m from '@/i18n/paraglide.gen/messages.js';
import * as styles from './breadcrumbs.module.css';
import { ShopLink } from './shop-link.tsx';

interface Step {
  readonly name: string;
  /** Absent for the page itself. */
  readonly href?: string;
}

export function Breadcrumbs({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <nav aria-label={m.sf_breadcrumb()}>
      <ol className={styles.breadcrumbs}>
        <li>
          <ShopLink href="/">{m.sf_home()}</ShopLink>
        </li>
        {steps.map(({ name, href }) => (
          <li key={href ?? name}>{href ? <ShopLink href={href}>{name}</ShopLink> : <span>{name}</span>}</li>
        ))}
      </ol>
    </nav>
  );
}
