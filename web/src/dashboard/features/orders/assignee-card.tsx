import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import type { OrderDetail } from '../../data/types.ts';
import { useAllowed } from '../../session/use-session.ts';
import { AssignDialog } from './assign-dialog.tsx';

/** Who of the staff looks after the order. */
export function AssigneeCard({ order }: { order: OrderDetail }) {
  const mayAssign = useAllowed()('orders.confirm');
  const [isAsked, setAsked] = useState(false);
  return (
    <section className={`${panelStyles.panel} no-print`}>
      <header className={headsStyles.panelHead}>
        <h2>{m.db_order_assignee()}</h2>
        {mayAssign && (
          <div className={headsStyles.acts}>
            <button type="button" className={buttonStyles.button} onClick={() => setAsked(true)}>
              {m.db_order_assign()}
            </button>
          </div>
        )}
      </header>
      <div className={panelStyles.body}>
        {order.assignee ? (
          <bdi className="strong">{order.assignee}</bdi>
        ) : (
          <span className="muted">{m.db_order_assign_nobody()}</span>
        )}
      </div>
      {isAsked && <AssignDialog order={order} onClose={() => setAsked(false)} />}
    </section>
  );
}
