import { useQueryClient } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import { TableScroll } from '@/ui/data-table/table-scroll.tsx';
import * as fieldStyles from '@/ui/form/field.module.css';
import { UnsavedGuard } from '@/ui/form/unsaved-guard.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { Menu, MenuItem } from '@/ui/rich/menu.tsx';
import * as noteStyles from '@/ui/rich/note.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import { Stepper } from '@/ui/rich/stepper.tsx';
import type { OrderDetail, OrderLine } from '../../data/types.ts';
import * as itemStyles from '../../parts/item.module.css';
import { Thumb } from '../../parts/thumb.tsx';
import {
  allFrom,
  availableAt,
  type ItemKey,
  type Need,
  quantityAt,
  remaining,
  type Warehouse,
  withQuantity,
} from './allocation.ts';
import * as styles from './allocation-panel.module.css';
import { orderQuery } from './queries.ts';
import type { AllocationState } from './use-allocation.ts';

interface AllocationPanelProps {
  order: OrderDetail;
  allocation: AllocationState;
}

/** Which warehouse gives how many of each thing (spec 2, the quantity allocation form). */
export function AllocationPanel({ order, allocation }: AllocationPanelProps) {
  const { needs, warehouses } = allocation;
  const needed = needs.reduce((sum, need) => sum + need.quantity, 0);
  const left = needs.reduce(
    (sum, need) => sum + Math.abs(remaining(allocation.allocation, need, warehouses)),
    0,
  );
  const Icon = allocation.isComplete ? Check : TriangleAlert;
  return (
    <section className={`${panelStyles.panel} ${styles.alloc} no-print`} data-many={warehouses.length > 2}>
      <header className={headsStyles.panelHead}>
        <h2>{m.db_alloc_title()}</h2>
        <span
          className={
            allocation.isComplete
              ? `${stateStyles.state} ${stateStyles.ok}`
              : `${stateStyles.state} ${stateStyles.bad}`
          }
          role="status"
        >
          <Icon className="icon icon-sm" aria-hidden />
          {m.db_alloc_complete({ done: count(Math.max(needed - left, 0)), needed: count(needed) })}
        </span>
        {allocation.isEditable && <SingleWarehouse allocation={allocation} />}
      </header>
      {allocation.isOutdated && (
        <p className={`${noteStyles.note} ${noteStyles.warn}`} role="alert">
          {m.db_alloc_outdated()}
        </p>
      )}
      {allocation.isUnread && <Unread order={order} />}
      <TableScroll label={m.db_alloc_title()}>
        <table className={tableStyles.table}>
          <thead>
            <tr>
              <th scope="col">{m.db_order_lines_one()}</th>
              <th scope="col" className="end">
                {m.db_alloc_needed()}
              </th>
              {warehouses.map((warehouse) => (
                <WarehouseHead key={warehouse.id} warehouse={warehouse} />
              ))}
              <th scope="col" className="end">
                {m.db_alloc_left()}
              </th>
            </tr>
          </thead>
          <tbody>
            {needs.map((need) => (
              <NeedRow
                key={`${need.productId}/${need.combinationId}`}
                order={order}
                need={need}
                state={allocation}
              />
            ))}
          </tbody>
        </table>
      </TableScroll>
      {!allocation.isComplete && !allocation.isUnread && (
        <p className={`${panelStyles.body} ${fieldStyles.error}`} role="alert">
          {m.db_alloc_error()}
        </p>
      )}
      <UnsavedGuard isDirty={allocation.isEdited} />
    </section>
  );
}

function Unread({ order }: { order: OrderDetail }) {
  const queries = useQueryClient();
  const { queryKey } = orderQuery(order.id);
  return (
    <div className={`${noteStyles.note} ${noteStyles.warn}`} role="alert">
      <span className="grow">{m.db_alloc_unread()}</span>
      <button
        type="button"
        className={buttonStyles.button}
        onClick={() => void queries.invalidateQueries({ queryKey })}
      >
        {m.db_retry()}
      </button>
    </div>
  );
}

function WarehouseHead({ warehouse: { name, isForeign } }: { warehouse: Warehouse }) {
  return (
    <th scope="col" className="end">
      {name} {isForeign && <small>{m.db_alloc_foreign()}</small>}
    </th>
  );
}

function SingleWarehouse({ allocation }: { allocation: AllocationState }) {
  const able = allocation.warehouses.flatMap((warehouse) => {
    const all = allFrom(warehouse, allocation.needs, allocation.offers);
    return all ? [{ warehouse, all }] : [];
  });
  if (able.length === 0) return null;
  return (
    <div className={headsStyles.acts}>
      <Menu
        trigger={
          <button type="button" className={`${buttonStyles.button} ${buttonStyles.quiet}`}>
            {m.db_alloc_single()}
          </button>
        }
      >
        {able.map(({ warehouse, all }) => (
          <MenuItem key={warehouse.id} onSelect={() => allocation.set(all)}>
            {m.db_alloc_from({ name: warehouse.name })}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

interface NeedRowProps {
  order: OrderDetail;
  need: Need;
  state: AllocationState;
}

function NeedRow({ order, need, state }: NeedRowProps) {
  const name = nameOf(order, need);
  const left = remaining(state.allocation, need, state.warehouses);
  return (
    <tr>
      <td>
        <div className={itemStyles.item}>
          <Thumb src={lineOf(order, need)?.image} small />
          <span className="strong">{name}</span>
        </div>
      </td>
      <td className="end num">{count(need.quantity)}</td>
      {state.warehouses.map((warehouse) => (
        <td key={warehouse.id}>
          <Cell name={name} need={need} warehouse={warehouse} state={state} />
        </td>
      ))}
      <td className={left === 0 ? `end num ${stateStyles.ok}` : 'end num hot'}>{left}</td>
    </tr>
  );
}

interface CellProps {
  name: string;
  need: Need;
  warehouse: Warehouse;
  state: AllocationState;
}

function Cell({ name, need, warehouse, state }: CellProps) {
  const available = availableAt(state.offers, need, warehouse.id);
  const value = quantityAt(state.allocation, need, warehouse.id);
  if (!state.isEditable) {
    const whose =
      warehouse.isForeign && value > 0 ? m.db_alloc_foreign_held({ name: warehouse.name }) : undefined;
    return (
      <div className={`${styles.cell} num`} title={whose}>
        {count(value)} {whose && <span className="visually-hidden">{whose}</span>}
      </div>
    );
  }
  return (
    <div className={styles.cell}>
      <Stepper
        label={m.db_alloc_cell({ product: name, warehouse: warehouse.name })}
        value={value}
        max={Math.min(available, need.quantity)}
        onChange={(quantity) => state.set(withQuantity(state.allocation, need, warehouse.id, quantity))}
      />
      <small className="num">
        {available > 0 ? m.db_alloc_available({ n: count(available) }) : m.db_alloc_out()}
      </small>
    </div>
  );
}

/** The line that a need comes from; the parts of a pack come from the pack's. */
function lineOf({ lines }: OrderDetail, item: ItemKey): OrderLine | undefined {
  return (
    lines.find((line) => isSame(line, item)) ??
    lines.find(({ stockItems }) => stockItems.some((part) => isSame(part, item)))
  );
}

function isSame(one: ItemKey, other: ItemKey): boolean {
  return one.productId === other.productId && (one.combinationId ?? null) === (other.combinationId ?? null);
}

function nameOf(order: OrderDetail, item: ItemKey): string {
  const line = lineOf(order, item);
  const isOwn = line !== undefined && isSame(line, item);
  // Of a pack, what the part is called, where that was kept.
  const part = isOwn ? undefined : line?.parts.find((one) => isSame(one, item) && one.name);
  if (part) return [part.name, part.combination].filter(Boolean).join(', ');
  return [line?.name, isOwn && line.combination].filter(Boolean).join(', ');
}
