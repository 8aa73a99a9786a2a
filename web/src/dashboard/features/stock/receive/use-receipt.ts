/** The form of a delivery: its draft, and taking it in once. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { isSame } from '@/domain/merge.ts';
import { listed } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useLatest } from '@/lib/use-latest.ts';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../../data/api.ts';
import { errorMessage, fieldErrors } from '../../../data/messages.ts';
import type { StockReceived, Warehouse } from '../../../data/types.ts';
import { useSingle } from '../../../data/use-single.ts';
import { itemName } from '../../../parts/item-name.ts';
import { piecesInWords } from '../../../parts/pieces-in-words.ts';
import { type Scanner, scanFieldIn } from '../../../parts/scan-field.tsx';
import { waitsForItem } from '../../../parts/waits-for-item.ts';
import { changedBy } from '../../../recipe/form/change.ts';
import { handOnDraft } from '../../../recipe/form/drafts.ts';
import type { Versioned } from '../../../recipe/form/editing.ts';
import type { FieldForm } from '../../../recipe/form/fields.tsx';
import { sayFirstMistake, showFirstMistake } from '../../../recipe/form/first-mistake.ts';
import { type EditForm, useEditForm } from '../../../recipe/form/use-edit-form.ts';
import { isKeyForgotten, mayHaveHappened } from '../../../recipe/form/use-intent.ts';
import {
  type Attempt,
  useMade,
  useMadeElsewhere,
  useMaking,
  useNewName,
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
  /** Where the goods come in; empty where that is still to be said. */
  warehouse: string;
  /** What was sent of it and never answered. */
  unanswered: Unanswered | undefined;
  /** As it stands after every change so far, be it drawn or not: codes are found one upon the other. */
  latest: () => ReceiptDraft;
  /** What the shop says of a line, in words. */
  lineErrorsAt: (at: number, field: string) => readonly string[];
  /** Also what was sent before one left and came back. */
  isSaving: boolean;
  discard: () => void;
  /** Whether it came in. */
  save: () => Promise<boolean>;
  /** What was sent before is another one than this. */
  saveAsAnother: () => Promise<boolean>;
}

interface Unanswered {
  warehouse: string;
  sentAt: Date;
  /** Sent again it would count once more. */
  isTooLate: boolean;
  /** How often that was asked for all the same. */
  asked: number;
}

interface Receiving {
  /** Those that the person works in. */
  warehouses: readonly Warehouse[];
  /** As the address has it. */
  wanted: string | undefined;
  scanner: RefObject<Scanner | null>;
}

export function useReceipt({ warehouses, wanted, scanner }: Receiving): ReceiptForm {
  const [asked, setAsked] = useState(0);
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
  const first = warehouses.find(({ id }) => id === wanted) ?? warehouses[0];
  // It is settled with the first change.
  const warehouse = form.isChanged ? draft.warehouse : (first?.id ?? '');
  // Another one may be chosen while a first code is looked for.
  const present = useRef(warehouse);
  useLayoutEffect(() => {
    present.current = warehouse;
  });
  const { latest, put } = useLatest(draft, (next) => form.edit(() => next));
  const begin = (rest: ReceiptDraft) => {
    form.discard();
    put(rest);
    setAsked(0);
  };
  useMadeElsewhere(KIND, form, {
    begin: () => begin(emptyReceipt()),
    tell: (pieces) => told(m.db_receipt_elsewhere({ pieces })),
    tellOther: (pieces) => told(m.db_receipt_made_beside({ pieces })),
    goOn: (sent) => begin(beyond(draft, sent.draft as ReceiptDraft)),
    tellRest: (sent) => {
      told(m.db_receipt_elsewhere_rest({ pieces: sent.as }));
      complainOfSurplus(draft, sent.draft as ReceiptDraft);
    },
  });
  const send = async (isAnother: boolean) => {
    scanner.current?.finish();
    if (waitsForItem()) return false;
    if (draft.lines.length === 0) {
      complained(m.db_receipt_required());
      scanFieldIn(frame.current)?.focus();
      return false;
    }
    if (bodyOf(draft) === null) {
      sayFirstMistake(frame.current);
      return false;
    }
    if (tried && isAnother) intake.giveUp(tried);
    else if (tried && isKeyForgotten(tried.at)) {
      setAsked((before) => before + 1);
      return false;
    }
    return intake.send({ draft, tried: isAnother ? undefined : tried, onTried, begin });
  };
  const save = () => send(false);
  useSaveKey(() => void save());
  const refused = refusedOf(intake.error, intake.sent, draft);
  return {
    ...form,
    frame,
    warehouse,
    unanswered:
      tried && !intake.isSaving
        ? {
            warehouse: tried.draft.warehouse,
            sentAt: new Date(tried.at),
            isTooLate: isKeyForgotten(tried.at),
            asked,
          }
        : undefined,
    latest,
    set: (change) => {
      const before = latest();
      put(changedBy(change)({ ...before, warehouse: before.warehouse || present.current }));
    },
    errorsAt: refused.at,
    lineErrorsAt: refused.atLine,
    isSaving: intake.isSaving,
    discard: () => {
      // The same, typed again, is another one.
      if (tried) intake.giveUp(tried);
      begin(emptyReceipt());
    },
    save,
    saveAsAnother: () => send(true),
  };
}

function complainOfSurplus(draft: ReceiptDraft, sent: ReceiptDraft): void {
  const over = surplus(draft, sent).map((line) => `${itemName(line)} (${line.quantity})`);
  if (over.length > 0) complained(m.db_receipt_surplus({ items: listed(over) }));
}

interface Sending extends Attempt<ReceiptDraft> {
  begin: (rest: ReceiptDraft) => void;
}

/** Takes in one delivery of one intention, however often it is sent. */
function useIntake(warehouses: readonly Warehouse[], frame: RefObject<HTMLFormElement | null>) {
  const queries = useQueryClient();
  const end = useMade<ReceiptDraft>(KIND);
  const keepRest = useKeepRest();
  const { mutationKey, isSaving } = useSavingOf(KIND, NEW_RECEIPT.id);
  const { make, giveUp } = useMaking<ReceiptDraft, ReceiptBody, StockReceived>({
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
      const pieces = piecesInWords(made.pieces);
      end({
        draft: sent,
        as: pieces,
        begin: () => begin(beyond(draft, sent)),
        handOn: (since) => keepRest(beyond(since, sent)),
      });
      const warehouse = warehouses.find(({ id }) => id === sent.warehouse)?.name ?? '';
      if (sent === draft) told(m.db_receipt_done({ pieces, warehouse }));
      else told(m.db_receipt_done_before({ pieces, warehouse }));
      complainOfSurplus(draft, sent);
      // The next is typed meanwhile.
      void queries.invalidateQueries({ queryKey: ['get'] });
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
    giveUp,
    isSaving,
    error: mutation.error,
    sent: mutation.variables?.draft,
  };
}

/** For who left while it was sent and comes back: what is still to be sent. */
function useKeepRest() {
  const name = useNewName(KIND);
  return (rest: ReceiptDraft) => {
    const base = emptyReceipt();
    if (!isSame(rest, base)) handOnDraft(name, { base, draft: rest, at: Date.now() });
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
