/** The cart in the header with the number of its pieces; opens the drawer. */
import { pieces } from '@/domain/cart.ts';
import { count } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useStored } from '@/lib/stored.ts';
import { Icon } from '@/ui/native/icon.tsx';
import { cartStore } from '../../state/cart-store.ts';
import * as styles from './bag.module.css';

export function MiniCart({ onOpen }: { readonly onOpen: () => void }) {
  const total = pieces(useStored(cartStore));
  return (
    <button type="button" className={styles.bag} onClick={onOpen} aria-haspopup="dialog">
      <Icon name="bag" />
      <span className={styles.word}>{m.sf_cart()}</span>
      {total > 0 && (
        <span className={styles.count}>
          {count(total)}
          <span className="visually-hidden"> {m.sf_cart_pieces({ count: total })}</span>
        </span>
      )}
    </button>
  );
}
