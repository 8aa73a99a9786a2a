/** What is done with a promotion. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import { currentOf } from '../../data/messages.ts';
import type { Promotion, PromotionChange } from '../../data/types.ts';
import { keptBy, useDetailForm } from '../../recipe/detail/use-detail-form.ts';
import type { Hearing } from '../../recipe/form/hearing.ts';
import { bodyOf, draftOf } from './draft.ts';
import { promotionQuery } from './queries.ts';

const LIST = '/dashboard/api/promotions';
const keyOf = keptBy<Promotion>(promotionQuery);

/** The form of a promotion that is there, or is made by its first save. */
export function usePromotionForm(promotion: Promotion) {
  return useDetailForm(promotion, {
    kind: 'promotion',
    draftOf,
    bodyOf,
    create: post,
    change: patch,
    keyOf,
    lists: [LIST],
    screen: '/promotions/$id',
    done: () => m.db_promotion_saved(),
  });
}

async function post(id: string, { terms }: PromotionChange) {
  if (!terms) throw new Error('a new promotion has its terms');
  return (await client.POST(LIST, { body: { id, terms } })).data;
}

async function patch(id: string, body: PromotionChange) {
  return (await client.PATCH('/dashboard/api/promotions/{id}', { params: { path: { id } }, body })).data;
}

/** Ends it now, or lets it run on to its date. */
export function useEndPromotion({ id, version }: Promotion, { onDone, onRefused }: Hearing<Promotion>) {
  const queries = useQueryClient();
  const keep = (promotion: Promotion | undefined) => {
    if (promotion) queries.setQueryData(keyOf(promotion), promotion);
    return queries.invalidateQueries({ queryKey: ['get', LIST] });
  };
  return useMutation({
    mutationFn: (isActive: boolean) => patch(id, { version, isActive }),
    onSuccess: (saved) => {
      onDone();
      return keep(saved);
    },
    onError: (error) => {
      const current = currentOf<Promotion>(error);
      if (current) onRefused(current);
      return keep(current);
    },
  });
}
