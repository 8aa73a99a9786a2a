import { PackageCheck, PackageOpen, PencilLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Column, DataTable } from '@/ui/data-table/data-table.tsx';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { IconButton } from '@/ui/rich/icon-button.tsx';
import * as panelStyles from '@/ui/rich/panel.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import type { Expedition, ExpeditionPart } from '../../data/types.ts';
import { ItemCell } from '../../parts/item-cell.tsx';
import { itemName } from '../../parts/item-name.ts';
import { ChangeDialog, ReceiveDialog, RemoveQuestion } from './part-dialogs.tsx';
import { ReceiveAllDialog } from './receive-all-dialog.tsx';
import { expectsPieces, isUnderWay } from './status.ts';
import { useMayMoveIn } from './use-own-warehouses.ts';

type Opened =
  | { part: ExpeditionPart; form: 'change' | 'remove' | 'receive' }
  | { form: 'receive-all' }
  | null;

/** What the expedition carries, and what of it arrived. */
export function Parts({ expedition }: { expedition: Expedition }) {
  const [opened, setOpened] = useState<Opened>(null);
  const mayMoveIn = useMayMoveIn();
  const { status, sourceId, destinationId, parts } = expedition;
  const isEdited = status === 'inprogress' && mayMoveIn(sourceId);
  const isReceived = isUnderWay(expedition) && mayMoveIn(destinationId);
  const close = () => setOpened(null);
  const form = opened && 'part' in opened && { expedition, part: opened.part, onClose: close };
  const isExpected = isReceived && expectsPieces(expedition);
  return (
    <section className={panelStyles.panel}>
      <header className={headsStyles.panelHead}>
        <h2>{m.db_expedition_items()}</h2>
        {isExpected && (
          <div className={headsStyles.acts}>
            <button
              type="button"
              className={`${buttonStyles.button} ${buttonStyles.primary}`}
              onClick={() => setOpened({ form: 'receive-all' })}
            >
              <PackageCheck className="icon" aria-hidden />
              {m.db_expedition_receive_all()}
            </button>
          </div>
        )}
      </header>
      {parts.length === 0 ? (
        <Empty icon={PackageOpen} title={m.db_expedition_no_items()} body={m.db_expedition_no_items_body()} />
      ) : (
        <DataTable
          caption={m.db_expedition_items()}
          columns={columns(expedition, {
            ...(isEdited && { onEdit: (part, what) => setOpened({ part, form: what }) }),
            ...(isReceived && { onReceive: (part) => setOpened({ part, form: 'receive' }) }),
          })}
          rows={parts}
          rowKey={({ id }) => id}
        />
      )}
      {form && opened.form === 'change' && <ChangeDialog {...form} />}
      {form && opened.form === 'remove' && <RemoveQuestion {...form} />}
      {form && opened.form === 'receive' && <ReceiveDialog {...form} />}
      {opened?.form === 'receive-all' && <ReceiveAllDialog expedition={expedition} onClose={close} />}
    </section>
  );
}

interface Acts {
  onEdit?: (part: ExpeditionPart, what: 'change' | 'remove') => void;
  onReceive?: (part: ExpeditionPart) => void;
}

function columns({ status, sentAt }: Expedition, { onEdit, onReceive }: Acts): Column<ExpeditionPart>[] {
  return [
    { id: 'product', header: m.db_order_product(), area: 'main', cell: (part) => <ItemCell item={part} /> },
    {
      id: 'quantity',
      header: m.db_expedition_pieces(),
      align: 'end',
      area: 'aside',
      cell: ({ quantity }) => <span className="num strong">{count(quantity)}</span>,
    },
    ...(sentAt ? arrivals(status) : []),
    {
      id: 'actions',
      header: m.db_stock_col_actions(),
      head: null,
      align: 'end',
      area: 'state',
      cell: (part) => (
        <span className={tableStyles.rowActs}>
          {onEdit && (
            <>
              <IconButton
                label={m.db_expedition_change_of({ name: itemName(part) })}
                onClick={() => onEdit(part, 'change')}
              >
                <PencilLine className="icon" aria-hidden />
              </IconButton>
              <IconButton
                label={m.db_expedition_remove_of({ name: itemName(part) })}
                onClick={() => onEdit(part, 'remove')}
              >
                <Trash2 className="icon" aria-hidden />
              </IconButton>
            </>
          )}
          {onReceive && part.received < part.quantity && (
            <button
              type="button"
              className={buttonStyles.button}
              aria-label={m.db_expedition_receive_of({ name: itemName(part) })}
              onClick={() => onReceive(part)}
            >
              {m.db_expedition_receive()}
            </button>
          )}
        </span>
      ),
    },
  ];
}

function arrivals(status: string): Column<ExpeditionPart>[] {
  return [
    {
      id: 'received',
      header: m.db_expedition_received(),
      align: 'end',
      area: 'under',
      cell: ({ received, quantity }) => (
        <span className="num">
          {m.db_expedition_received_of({ n: count(received), of: count(quantity) })}
        </span>
      ),
    },
    ...(status === 'completed'
      ? [
          {
            id: 'lost',
            header: m.db_expedition_lost(),
            align: 'end' as const,
            cell: ({ lost }: ExpeditionPart) => (
              <span className={lost > 0 ? 'num hot' : 'num muted'}>{count(lost)}</span>
            ),
          },
        ]
      : []),
  ];
}
