/** What is typed of a warehouse, and what of it is to be sent. */
import { latinDigits } from '@/domain/digits.ts';
import type { Warehouse, WarehouseChange } from '../../data/types.ts';
import { NEW_ID } from '../../recipe/form/editing.ts';
import { changedFields } from '../../recipe/form/use-record-form.ts';

export interface WarehouseDraft {
  name: string;
  wilayaId: string;
  /** As it is typed. */
  priority: string;
}

/** What a warehouse is before there is one. */
export const NEW_WAREHOUSE: Warehouse = {
  id: NEW_ID,
  version: 0,
  name: '',
  wilayaId: '',
  priority: 1,
  isActive: true,
};

const MOST_PRIORITY = 65_535;

export function draftOf({ name, wilayaId, priority }: Warehouse): WarehouseDraft {
  return { name, wilayaId, priority: String(priority) };
}

/** `null` where it is none. */
export function parsePriority(text: string): number | null {
  const digits = latinDigits(text.trim());
  const priority = /^\d{1,5}$/.test(digits) ? Number(digits) : Number.NaN;
  return priority <= MOST_PRIORITY ? priority : null;
}

/** What to send; `null` while something is missing or can't be read. */
export function bodyOf(read: Warehouse, draft: WarehouseDraft): WarehouseChange | null {
  const changed = changedFields(draftOf(read), draft);
  const priority = parsePriority(draft.priority);
  if (priority === null || !draft.name.trim() || !draft.wilayaId) return null;
  return {
    version: read.version,
    ...(changed.includes('name') && { name: draft.name.trim() }),
    ...(changed.includes('wilayaId') && { wilayaId: draft.wilayaId }),
    ...((changed.includes('priority') || read.version === 0) && { priority }),
  };
}
