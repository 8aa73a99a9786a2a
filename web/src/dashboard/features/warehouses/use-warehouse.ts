/** What is done with a warehouse. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { currentOf } from '../../data/messages.ts';
import { warehousesQuery } from '../../data/places.ts';
import type { Warehouse, WarehouseChange } from '../../data/types.ts';
import { useIntent } from '../../recipe/form/use-intent.ts';
import { useRecordForm } from '../../recipe/form/use-record-form.ts';
import { bodyOf, draftOf } from './draft.ts';
import { warehouseQuery } from './queries.ts';

const keyOf = ({ id }: Warehouse) => warehouseQuery(id).queryKey;

/** The form of a warehouse that is there, or is made by its first save. */
export function useWarehouseForm(warehouse: Warehouse) {
  const navigate = useNavigate();
  const create = useIntent<WarehouseChange>('warehouse');
  const send = async (change: WarehouseChange) => {
    const sent = change.version
      ? patch(warehouse.id, change)
      : create.once(change, (id) => post(id, change)).then(({ data }) => data);
    return (await sent) as Warehouse;
  };
  return useRecordForm(warehouse, {
    kind: 'warehouse',
    draftOf,
    bodyOf,
    send,
    keyOf,
    lists: ['/dashboard/api/warehouses'],
    onSaved: (saved) => {
      told(m.db_warehouse_saved({ name: saved.name }));
      if (warehouse.version > 0) return;
      void navigate({ to: '/warehouses/$id', params: { id: saved.id }, ignoreBlocker: true });
    },
  });
}

function post(id: string, { name = '', wilayaId = '', priority }: WarehouseChange) {
  const body = { id, name: name ?? '', wilayaId: wilayaId ?? '', priority: priority ?? 1 };
  return client.POST('/dashboard/api/warehouses', { body });
}

async function patch(id: string, body: WarehouseChange) {
  const params = { path: { id } };
  return (await client.PATCH('/dashboard/api/warehouses/{id}', { params, body })).data;
}

/** Opens or closes it. */
export function useOpenWarehouse({ id, version }: Warehouse, onDone: () => void) {
  const queries = useQueryClient();
  const keep = (warehouse: Warehouse | undefined) => {
    if (warehouse) queries.setQueryData(keyOf(warehouse), warehouse);
    return queries.invalidateQueries(warehousesQuery);
  };
  return useMutation({
    mutationFn: (isActive: boolean) => patch(id, { version, isActive }),
    onSuccess: (saved) => {
      onDone();
      return keep(saved);
    },
    onError: (error) => keep(currentOf<Warehouse>(error)),
  });
}

/** How many pieces keep a warehouse open. */
export function reservedIn(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'inventory.warehouse_reserved') return null;
  return Number(error.facts.reserved ?? 0);
}
