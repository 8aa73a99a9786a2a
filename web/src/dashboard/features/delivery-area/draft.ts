/** Which communes are ticked, and what of it is to be sent. */
import type { DeliveryArea, DeliveryAreaChange } from '../../data/types.ts';

/** The area as the form edits it: there is one, with the name that its drafts are kept by. */
export type OneArea = DeliveryArea & { id: string };

export function oneOf(area: DeliveryArea): OneArea {
  return { ...area, id: 'area' };
}

export interface AreaDraft {
  /** By the commune's id, whether anything is delivered there. Two who tick the same one never disagree: there is no third state. */
  communes: Readonly<Record<string, boolean>>;
}

export function draftOf({ communes }: DeliveryArea): AreaDraft {
  return { communes: Object.fromEntries(communes.map(({ id, deliverable }) => [id, deliverable])) };
}

export function bodyOf({ version, communes }: DeliveryArea, draft: AreaDraft): DeliveryAreaChange {
  const changed = communes.filter(({ id, deliverable }) => draft.communes[id] !== deliverable);
  const ids = (deliverable: boolean) =>
    changed.filter((commune) => commune.deliverable !== deliverable).map(({ id }) => id);
  return { version, opened: ids(true), closed: ids(false) };
}

/** The draft with the communes open, or closed. */
export function withAll(draft: AreaDraft, ids: readonly string[], isOpen: boolean): AreaDraft {
  return { communes: { ...draft.communes, ...Object.fromEntries(ids.map((id) => [id, isOpen])) } };
}
