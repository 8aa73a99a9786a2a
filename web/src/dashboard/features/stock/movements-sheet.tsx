import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useRef, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as dialogStyles from '@/ui/rich/dialog.module.css';
import { Dialog } from '@/ui/rich/dialog.tsx';
import * as stateStyles from '@/ui/rich/state.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import type { Movement, StockRow } from '../../data/types.ts';
import { actorWords } from '../../parts/actor-words.ts';
import { itemName } from '../../parts/item-name.ts';
import { ListBody } from '../../parts/list-body.tsx';
import { PageSteps } from '../../parts/page-steps.tsx';
import { When } from '../../parts/when.tsx';
import * as styles from './movements-sheet.module.css';
import { movementsQuery } from './queries.ts';

const KINDS: Record<string, () => string> = {
  received: m.db_movement_received,
  shipped: m.db_movement_shipped,
  returned: m.db_movement_returned,
  adjusted: m.db_movement_adjusted,
  expedition_sent: m.db_movement_expedition_sent,
  expedition_received: m.db_movement_expedition_received,
  expedition_returned: m.db_movement_expedition_returned,
};

/** The ledger of one thing in one warehouse, newest first: how many, why, by whom, from what to what. */
export function MovementsSheet({ row, onClose }: { row: StockRow; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const movements = useQuery(movementsQuery(row, page));
  const body = useRef<HTMLDivElement>(null);
  const turn = (to: number) => {
    setPage(to);
    if (body.current) body.current.scrollTop = 0;
  };
  return (
    <Dialog open onClose={onClose} placement="side" title={m.db_stock_movements_of({ name: itemName(row) })}>
      <div ref={body} className={dialogStyles.body}>
        <ListBody
          query={movements}
          isEmpty={(page) => page.movements.length === 0}
          empty={<Empty icon={History} title={m.db_stock_movements_none()} />}
        >
          {(shown) => (
            <>
              <ul className={styles.ledger} aria-busy={movements.isPlaceholderData || undefined}>
                {shown.movements.map((movement) => (
                  <Line key={movement.id} movement={movement} />
                ))}
              </ul>
              {shown.pageCount > 1 && (
                <PageSteps page={shown.page} size={shown.size} list={shown} onPage={turn} />
              )}
            </>
          )}
        </ListBody>
      </div>
    </Dialog>
  );
}

function Line({ movement }: { movement: Movement }) {
  const { quantity, before, after } = movement;
  const sign = quantity > 0 ? '+' : '−';
  return (
    <li>
      <b className={quantity > 0 ? `ltr strong ${stateStyles.ok}` : 'ltr strong'}>
        {sign}
        {count(Math.abs(quantity))}
      </b>
      <div>
        <span className="strong">{KINDS[movement.kind]?.() ?? movement.kind}</span>
        {movement.reason && (
          <>
            {' · '}
            <bdi>{movement.reason}</bdi>
          </>
        )}
        <div className="small muted">
          {actorWords(movement.actor)}
          {' · '}
          <bdi className="num">{m.db_stock_before_after({ before: count(before), after: count(after) })}</bdi>
        </div>
      </div>
      <When at={movement.at} />
    </li>
  );
}
