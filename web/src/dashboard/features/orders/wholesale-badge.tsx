import { m } from '@/i18n/paraglide.gen/messages.js';
import type { OrderDetail } from '../../data/types.ts';
import * as styles from './wholesale-badge.module.css';

/** That an order is charged at wholesale prices; nothing of all others. */
export function WholesaleBadge({ type }: Pick<OrderDetail, 'type'>) {
  return type === 'wholesalerorder' ? <span className={styles.badge}>{m.db_order_wholesale()}</span> : null;
}
