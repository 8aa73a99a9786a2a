/** Sends what is in the cart to somebody, as an address that holds all of it. */
import type { CartLine } from '@/domain/cart.ts';
import { MOST_SHARED, sharedFragment } from '@/domain/shared-cart.ts';
import { count } from '@/i18n/format.ts';
import { locale, pathInLocale } from '@/i18n/locale.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import * as shareStyles from '../../parts/share.module.css';
import { ShareLinks } from '../../parts/share-links.tsx';
import { CART_PATH } from '../../paths.ts';

export function ShareCart({ lines }: { readonly lines: readonly CartLine[] }) {
  const fragment = sharedFragment(lines);
  if (!fragment) return <p className="tiny quiet">{m.sf_share_cart_long({ most: count(MOST_SHARED) })}</p>;
  const url = `${window.location.origin}${pathInLocale(CART_PATH, locale())}#${fragment}`;
  return (
    <section className={`${shareStyles.share} ${shareStyles.cart}`} aria-label={m.sf_share_cart()}>
      {!('share' in navigator) && <span className="quiet">{m.sf_share_cart()}</span>}
      <ShareLinks title={m.sf_cart()} url={url} label={m.sf_share_cart()} />
    </section>
  );
}
