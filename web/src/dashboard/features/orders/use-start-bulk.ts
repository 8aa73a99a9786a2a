import { useQueryClient } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import type { OrdersBulk } from '../../data/types.ts';
import { jobsQuery } from '../../recipe/jobs/queries.ts';

/** How a dialog starts a step of many orders: once, as a job that goes on without the page. */
export function useStartBulk() {
  const queries = useQueryClient();
  return {
    intent: { name: 'bulk', of: {}, mayRecur: true },
    send: async (body: OrdersBulk, key: string) => {
      const { data } = await client.POST('/dashboard/api/orders/bulk', {
        params: { header: { 'Idempotency-Key': key } },
        body,
      });
      return data;
    },
    told: () => m.db_job_started(),
    onSettled: () => queries.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  };
}
