import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '@/api/schema.gen.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as noteStyles from '@/ui/rich/note.module.css';
import { Question } from '@/ui/rich/question.tsx';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage, isStale } from '../../data/messages.ts';
import type { Expedition, ExpeditionChanged, ExpeditionPart } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { itemName } from '../../parts/item-name.ts';
import { QuantityDialog } from './quantity-dialog.tsx';
import { expeditionQuery } from './queries.ts';

interface PartProps {
  expedition: Expedition;
  part: ExpeditionPart;
  onClose: () => void;
}

/** Shows the expedition as it is after a change, and has read anew what it changed. */
export function useKeepExpedition(id: string) {
  const queries = useQueryClient();
  return {
    keep: (changed: ExpeditionChanged | undefined) => {
      if (changed) queries.setQueryData(expeditionQuery(id).queryKey, changed.expedition);
    },
    refresh: () => queries.invalidateQueries({ queryKey: ['get'] }),
  };
}

/** Another number of pieces in all. What is free beside those that it holds only the shop knows. */
export function ChangeDialog({ expedition, part, onClose }: PartProps) {
  const { keep, refresh } = useKeepExpedition(expedition.id);
  return (
    <QuantityDialog
      title={m.db_expedition_change_of({ name: itemName(part) })}
      label={m.db_expedition_all_pieces()}
      submit={m.db_save()}
      start={part.quantity}
      most={null}
      send={async (quantity) => {
        const { data } = await client.POST('/dashboard/api/internal-expedition/{id}/update-item', {
          params: { path: { id: expedition.id } },
          body: { productId: part.productId, combinationId: part.combinationId ?? null, quantity },
        });
        keep(data);
      }}
      told={m.db_expedition_item_changed}
      onRefused={() => complained(m.db_expedition_error_updating())}
      onSettled={refresh}
      onClose={onClose}
    />
  );
}

/** Pieces that arrived: all that are on their way, unless fewer are counted. */
export function ReceiveDialog({ expedition, part, onClose }: PartProps) {
  const { keep, refresh } = useKeepExpedition(expedition.id);
  // As it was when they were counted, which the shop compares: what it took without an answer is not taken twice.
  const [{ quantity, received }] = useState(part);
  const expected = quantity - received;
  return (
    <QuantityDialog
      title={m.db_expedition_receive_of({ name: itemName(part) })}
      label={m.db_expedition_received_pieces()}
      hint={m.db_expedition_expected({ n: count(expected), count: expected })}
      submit={m.db_expedition_receive()}
      start={expected}
      most={expected}
      intent={{ name: 'expedition-part', of: { part: part.id, received } }}
      send={async (qtyReceived, key) => {
        const arrivals = [{ partId: part.id, qtyReceived, received }];
        keep(await receiveParts(expedition.id, { arrivals }, key));
      }}
      told={m.db_expedition_part_received}
      onRefused={(error) => {
        complained(isStale(error) ? m.db_expedition_arrived_since() : m.db_expedition_error_receiving());
        if (isStale(error)) onClose();
      }}
      onSettled={refresh}
      onClose={onClose}
    />
  );
}

/** The shop takes all of the arrivals or none. */
export async function receiveParts(
  id: string,
  body: components['schemas']['ReceivedParts'],
  key: string,
): Promise<ExpeditionChanged | undefined> {
  const { data } = await client.POST('/dashboard/api/internal-expeditions/{id}/receive', {
    params: { path: { id }, header: { 'Idempotency-Key': key } },
    body,
  });
  return data;
}

export function RemoveQuestion({ expedition, part, onClose }: PartProps) {
  const { keep, refresh } = useKeepExpedition(expedition.id);
  const { productId, combinationId = null } = part;
  const removal = useMutation({
    mutationFn: async () => {
      const { data } = await client.POST('/dashboard/api/internal-expedition/{id}/remove-item', {
        params: { path: { id: expedition.id } },
        body: { productId, combinationId },
      });
      return data;
    },
    onSuccess: (changed) => {
      keep(changed);
      told(m.db_expedition_item_removed());
      onClose();
    },
    onError: () => complained(m.db_expedition_error_removing()),
    onSettled: refresh,
  });
  const remove = useSingle(removal);
  return (
    <Question
      title={m.db_expedition_remove_of({ name: itemName(part) })}
      body={m.db_expedition_remove_body()}
      confirm={m.db_expedition_remove()}
      isPending={removal.isPending}
      onConfirm={() => void remove(undefined)}
      onClose={onClose}
    >
      {removal.error && (
        <p className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
          {errorMessage(removal.error)}
        </p>
      )}
    </Question>
  );
}
