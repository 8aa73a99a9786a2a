import { m } from '@/i18n/paraglide.gen/messages.js';
import { DetailPage, NewPage } from '../../recipe/detail/detail-page.tsx';
import { NEW_WAREHOUSE } from './draft.ts';
import { warehouseQuery } from './queries.ts';
import { WarehouseActions } from './warehouse-actions.tsx';
import { WarehouseForm } from './warehouse-form.tsx';

/** One warehouse as its merchant edits it. */
export function WarehousePage() {
  return (
    <DetailPage
      query={warehouseQuery}
      title={({ name }) => name}
      rows={4}
      changes={(warehouse) => <WarehouseActions warehouse={warehouse} />}
    >
      {(warehouse) => <WarehouseForm warehouse={warehouse} />}
    </DetailPage>
  );
}

/** A warehouse that is not there yet. */
export function NewWarehousePage() {
  return (
    <NewPage title={m.db_warehouse_new()}>
      <WarehouseForm warehouse={NEW_WAREHOUSE} />
    </NewPage>
  );
}
