import { m } from '@/i18n/paraglide.gen/messages.js';
import * as stateStyles from '@/ui/rich/state.module.css';

/** Whether what is waited for can be had. */
export function Availability({ available }: { available: boolean }) {
  return (
    <span className={`${stateStyles.state} ${available ? stateStyles.ok : ''}`}>
      {available ? m.db_restock_back() : m.db_restock_out()}
    </span>
  );
}
