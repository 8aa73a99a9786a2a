import { useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { currentOf, errorMessage } from '../../data/messages.ts';
import type { Review, ReviewDecision } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { reviewQuery } from './queries.ts';

/** Approves or refuses the review that is read; the same again changes nothing, one that a colleague changed is shown anew. */
export function useDecision({ id, version }: Pick<Review, 'id' | 'version'>) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: async (to: ReviewDecision) => {
      const { data } = await client.POST('/dashboard/api/reviews/{id}/decision', {
        params: { path: { id } },
        body: { to, version },
      });
      return data;
    },
    onSuccess: (review, to) => {
      if (review) queries.setQueryData(reviewQuery(id).queryKey, review);
      told(to === 'approved' ? m.db_review_told_approved() : m.db_review_told_refused());
    },
    onError: (error) => {
      const current = currentOf<Review>(error);
      if (current) queries.setQueryData(reviewQuery(id).queryKey, current);
      complained(current ? m.db_stale() : errorMessage(error));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/reviews'] }),
  });
  return { decide: useSingle(mutation), isPending: mutation.isPending };
}
