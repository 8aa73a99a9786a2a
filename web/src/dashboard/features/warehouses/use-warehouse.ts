/** What is done with a warehouse. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import { currentOf } from '../../data/messages.ts';
import { warehousesQuery } from '../../data/places.ts';
import type { Warehouse, WarehouseChange } from '../../data/types.ts';
import { keptBy, useDetailForm } from '../../recipe/detail/use-detail-form.ts';
import type { Hearing } from '../../recipe/form/hearing.ts';
import { bodyOf, draftOf } from './draft.ts';
import { warehouseQuery } from './queries.ts';

const keyOf = keptBy<Warehouse>(warehouseQuery);

/** The form of a warehouse that is there, or is made by its first save. */
export function useWarehouseForm(warehouse: Warehouse) {
  return useDetailForm(warehouse, {
    kind: 'warehouse',
    draftOf,
    bodyOf,
    create: post,
    change: patch,
    keyOf,
    lists: ['/dashboard/api/warehouses'],
    screen: '/warehouses/$id',
    done: ({ name }) => m.db_warehouse_saved({ name }),
  });
}

async function post(id: string, { name = '', wilayaId = '', priority }: WarehouseChange) {
  const body = { id, name: name ?? '', wilayaId: wilayaId ?? '', priority: priority ?? 1 };
  return (await client.POST('/dashboard/api/warehouses', { body })).data;
}

async function patch(id: string, body: WarehouseChange) {
  const params = { path: { id } };
  return (await client.PATCH('/dashboard/api/warehouses/{id}', { params, body })).data;
}

/** Opens or closes it. */
export function useOpenWarehouse({ id, version }: Warehouse, { onDone, onRefused }: Hearing<Warehouse>) {
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
    onError: (error) => {
      const current = currentOf<Warehouse>(error);
      if (current) onRefused(current);
      return keep(current);
    },
  });
}

/** How many pieces keep a warehouse open. */
export function reservedIn(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'inventory.warehouse_reserved') return null;
  return Number(error.facts.reserved ?? 0);
}
