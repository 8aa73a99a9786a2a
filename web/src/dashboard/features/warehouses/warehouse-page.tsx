import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Pending } from '../../parts/pending.tsx';
import { RecordHead } from '../../parts/record-head.tsx';
import { NEW_WAREHOUSE } from './draft.ts';
import { warehouseQuery } from './queries.ts';
import { WarehouseActions } from './warehouse-actions.tsx';
import { WarehouseForm } from './warehouse-form.tsx';

const route = getRouteApi('/warehouses/$id');

/** One warehouse as its merchant edits it. */
export function WarehousePage() {
  const { id } = route.useParams();
  const warehouse = useQuery(warehouseQuery(id));
  if (warehouse.data) {
    return (
      <>
        <RecordHead title={warehouse.data.name}>
          <WarehouseActions warehouse={warehouse.data} />
        </RecordHead>
        <WarehouseForm key={id} warehouse={warehouse.data} />
      </>
    );
  }
  return <Pending query={warehouse} rows={4} />;
}

/** A warehouse that is not there yet. */
export function NewWarehousePage() {
  return (
    <>
      <RecordHead title={m.db_warehouse_new()} />
      <WarehouseForm warehouse={NEW_WAREHOUSE} />
    </>
  );
}
