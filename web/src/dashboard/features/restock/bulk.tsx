/** What is noted of many who wait at once. */
import { Check, type LucideIcon, RotateCcw, Trash2 } from 'lucide-react';
import { groupPhone } from '@/domain/phone-dz.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import type { RestockBulk, RestockRequest, RestockStep } from '../../data/types.ts';
import { itemName } from '../../parts/item-name.ts';
import { Phone } from '../../parts/phone.tsx';
import { type Bulk, BulkRows, bulkAction } from '../../recipe/list/bulk.tsx';

/** As the gateway takes them. */
const LONGEST_LABEL = 80;

const ticked = (rows: number) => m.db_restock_ticked({ n: count(rows) });

interface Step {
  to: RestockStep;
  label: () => string;
  icon: LucideIcon;
  applies?: (request: RestockRequest) => boolean;
  /** What takes it back; what is forgotten stays so. */
  back?: RestockStep;
}

function step({ to, label, icon, applies, back }: Step) {
  return bulkAction<RestockRequest, object, RestockBulk>({
    id: `restock-${to}`,
    label,
    icon,
    permission: 'orders.confirm',
    ...(applies && { applies }),
    title: (rows) => `${label()} · ${ticked(rows)}`,
    submit: label,
    start: {},
    bodyOf: (requests) => bodyOf(to, requests),
    send: async (body, key) => {
      const params = { header: { 'Idempotency-Key': key } };
      const { data } = await client.POST('/dashboard/api/restock-requests/bulk', { params, body });
      return data;
    },
    fields: ({ rows }) => (
      <>
        {to === 'removed' && <p>{m.db_restock_remove_lead()}</p>}
        <BulkRows rows={rows}>
          {({ phone, ...request }) => (
            <span>
              <Phone digits={phone} /> <bdi className="muted clip">{itemName(request)}</bdi>
            </span>
          )}
        </BulkRows>
      </>
    ),
    undo: (requests) => (back ? bodyOf(back, requests) : null),
  });
}

/** The rows are called by what is waited for: who waits is nobody's business in a list of jobs. */
function bodyOf(to: RestockStep, requests: readonly RestockRequest[]): RestockBulk {
  const label = (request: RestockRequest) => [...itemName(request)].slice(0, LONGEST_LABEL).join('');
  return {
    to,
    requests: requests.map((request) => ({
      id: request.id,
      version: request.version,
      label: label(request),
    })),
  };
}

export const restockBulk: Bulk<RestockRequest> = {
  actions: [
    step({
      to: 'told',
      label: m.db_restock_mark,
      icon: Check,
      applies: ({ toldAt }) => !toldAt,
      back: 'waiting',
    }),
    step({
      to: 'waiting',
      label: m.db_restock_unmark,
      icon: RotateCcw,
      applies: ({ toldAt }) => Boolean(toldAt),
      back: 'told',
    }),
    step({ to: 'removed', label: m.db_restock_remove, icon: Trash2 }),
  ],
  tick: ({ phone }) => m.db_restock_tick({ phone: groupPhone(phone) }),
  ticked,
};
