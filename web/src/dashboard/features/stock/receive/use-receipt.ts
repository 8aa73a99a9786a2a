/** The form of a delivery: its draft, and taking it in once. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { isSame } from '@/domain/merge.ts';
import { count, listed } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useLatest } from '@/lib/use-latest.ts';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../../data/api.ts';
import { errorMessage, fieldErrors } from '../../../data/messages.ts';
import type { StockReceived, Warehouse } from '../../../data/types.ts';
import { useSingle } from '../../../data/use-single.ts';
import { itemName } from '../../../parts/item-name.ts';
import { scanFieldIn } from '../../../parts/scan-field.tsx';
import { waitsForItem } from '../../../parts/waits-for-item.ts';
import { changedBy } from '../../../recipe/form/change.ts';
import type { Versioned } from '../../../recipe/form/editing.ts';
import type { FieldForm } from '../../../recipe/form/fields.tsx';
import { sayFirstMistake, showFirstMistake } from '../../../recipe/form/first-mistake.ts';
import { type EditForm, useEditForm } from '../../../recipe/form/use-edit-form.ts';
import { mayHaveHappened } from '../../../recipe/form/use-intent.ts';
import {
  type Attempt,
  useMade,
  useMadeElsewhere,
  useMaking,
  useSavingOf,
} from '../../../recipe/form/use-making.ts';
import { useSaveKey } from '../../../recipe/form/use-save-key.ts';
import {
  beyond,
  bodyOf,
  emptyReceipt,
  NEW_RECEIPT,
  type ReceiptBody,
  type ReceiptDraft,
  revived,
  surplus,
} from './receipt.ts';

const KIND = 'receipt';

type Edited = Pick<EditForm<Versioned, ReceiptDraft>, 'conflicts' | 'resumedAt' | 'isChanged' | 'isKept'>;

export interface ReceiptForm extends Edited, FieldForm<ReceiptDraft> {
  frame: RefObject<HTMLFormElement | null>;
  /** Where the goods come in. */
  warehouse: string;
  /** As it stands after every change so far, be it drawn or not: codes are found one upon the other. */
  latest: () => ReceiptDraft;
  /** What the shop says of a line, in words. */
  lineErrorsAt: (at: number, field: string) => readonly string[];
  /** Also what was sent before one left and came back. */
  isSaving: boolean;
  discard: () => void;
  /** Whether it came in. */
  save: () => Promise<boolean>;
}

interface Receiving {
  /** Those that the person works in. */
  warehouses: readonly Warehouse[];
  /** As the address has it. */
  wanted: string | undefined;
  /** Codes are still looked for. */
  isLooking: boolean;
}

export function useReceipt({ warehouses, wanted, isLooking }: Receiving): ReceiptForm {
  const frame = useRef<HTMLFormElement>(null);
  const intake = useIntake(warehouses, frame);
  const form = useEditForm(NEW_RECEIPT, {
    kind: KIND,
    draftOf: emptyReceipt,
    revived: (kept) =>
      revived(
        kept,
        warehouses.map(({ id }) => id),
      ),
    isSaving: intake.isSaving,
  });
  const { draft, tried, onTried } = form;
  const isOwn = (id: string) => warehouses.some((one) => one.id === id);
  const warehouse = [draft.warehouse, wanted ?? ''].find(isOwn) ?? warehouses[0]?.id ?? '';
  const { latest, put } = useLatest(draft, (next) => form.edit(() => next));
  const begin = (rest: ReceiptDraft) => {
    form.discard();
    put(rest);
  };
  useMadeElsewhere(KIND, form, {
    begin: () => begin(emptyReceipt()),
    tell: (pieces) => told(m.db_receipt_elsewhere({ pieces })),
    goOn: (sent) => begin(beyond(draft, sent.draft as ReceiptDraft)),
  });
  const save = async () => {
    if (waitsForItem(m.db_receipt_still_looking)) return false;
    if (isLooking) {
      complained(m.db_receipt_still_looking());
      return false;
    }
    if (draft.lines.length === 0) {
      complained(m.db_receipt_required());
      scanFieldIn(frame.current)?.focus();
      return false;
    }
    if (bodyOf(draft) === null) {
      sayFirstMistake(frame.current);
      return false;
    }
    return intake.send({ draft, tried, onTried, begin });
  };
  useSaveKey(() => void save());
  const refused = refusedOf(intake.error, intake.sent, draft);
  return {
    ...form,
    frame,
    warehouse,
    latest,
    set: (change) => {
      const before = latest();
      put(changedBy(change)({ ...before, warehouse: before.warehouse || warehouse }));
    },
    errorsAt: refused.at,
    lineErrorsAt: refused.atLine,
    isSaving: intake.isSaving,
    discard: () => begin(emptyReceipt()),
    save,
  };
}

interface Sending extends Attempt<ReceiptDraft> {
  begin: (rest: ReceiptDraft) => void;
}

/** Takes in one delivery of one intention, however often it is sent. */
function useIntake(warehouses: readonly Warehouse[], frame: RefObject<HTMLFormElement | null>) {
  const queries = useQueryClient();
  const end = useMade<ReceiptDraft>(KIND);
  const { mutationKey, isSaving } = useSavingOf(KIND, NEW_RECEIPT.id);
  const { make } = useMaking<ReceiptDraft, ReceiptBody, StockReceived>({
    name: KIND,
    bodyOf,
    create: async (key, { warehouse: id, ...body }) => {
      const params = { path: { id }, header: { 'Idempotency-Key': key } };
      return (await client.POST('/dashboard/api/warehouse/{id}/receive-stock', { params, body })).data;
    },
  });
  const mutation = useMutation({
    mutationKey,
    mutationFn: ({ begin: _, ...attempt }: Sending) => make(attempt),
    onSuccess: ({ made, sent }, { draft, begin }) => {
      const pieces = m.db_receipt_pieces({ n: count(made.pieces), count: made.pieces });
      end({ draft: sent, as: pieces, begin: () => begin(beyond(draft, sent)) });
      const warehouse = warehouses.find(({ id }) => id === sent.warehouse)?.name ?? '';
      const over = surplus(draft, sent).map((line) => `${itemName(line)} (${line.quantity})`);
      if (sent === draft) told(m.db_receipt_done({ pieces, warehouse }));
      else told(m.db_receipt_done_before({ pieces, warehouse }));
      if (over.length > 0) complained(m.db_receipt_surplus({ items: listed(over) }));
      return queries.invalidateQueries({ queryKey: ['get'] });
    },
    onError: (error) => {
      complained(mayHaveHappened(error) ? m.db_receipt_unanswered() : errorMessage(error));
      showFirstMistake(frame.current);
    },
  });
  const sendOnce = useSingle(mutation);
  return {
    /** Not while another one is under way: one that was sent before one left. */
    send: async (sending: Sending) => {
      if (!isSaving || mutation.isPending) return sendOnce(sending);
      complained(m.db_form_still_sending());
      return false;
    },
    isSaving,
    error: mutation.error,
    sent: mutation.variables?.draft,
  };
}

/** What the shop says of what was sent, of each part until it is typed anew. */
function refusedOf(error: Error | null, sent: ReceiptDraft | undefined, draft: ReceiptDraft) {
  return {
    at: (path: string): string[] => {
      const field = path as keyof ReceiptDraft;
      return sent && isSame(sent[field], draft[field]) ? fieldErrors(error, path) : [];
    },
    /** Others may have come or gone before it. */
    atLine: (at: number, field: string): string[] => {
      const line = draft.lines[at];
      const place = sent?.lines.findIndex((one) => isSame(one, line)) ?? -1;
      return place < 0 ? [] : fieldErrors(error, `lines[${place}].${field}`);
    },
  };
}
