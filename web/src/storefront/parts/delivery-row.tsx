/** Delivery among the totals: its mode once chosen, its price, free as a word. */
import type { Centimes } from '@/domain/money.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Price } from '@/ui/native/price.tsx';
import * as styles from './delivery.module.css';

interface DeliveryRowProps {
  /** `home` or `desk`; anything else is not chosen yet. */
  readonly type: string | undefined;
  readonly price: Centimes | undefined;
  /** The commune is chosen: what is unknown is who delivers there. */
  readonly placed?: boolean;
}

export function DeliveryRow({ type, price, placed }: DeliveryRowProps) {
  return (
    <div>
      <dt>{deliveryName(type)}</dt>
      <dd>
        {price === undefined ? (
          <span className="quiet">{placed ? m.sf_delivery_to_choose() : m.sf_delivery_unknown()}</span>
        ) : price === 0 ? (
          <span className={styles.free}>{m.sf_free()}</span>
        ) : (
          <Price amount={price} />
        )}
      </dd>
    </div>
  );
}

function deliveryName(type: string | undefined): string {
  if (type === 'home') return m.sf_delivery_home();
  return type === 'desk' ? m.sf_delivery_desk() : m.sf_delivery();
}
