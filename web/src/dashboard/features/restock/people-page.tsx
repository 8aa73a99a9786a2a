import { BellRing } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import type { RestockRequest } from '../../data/types.ts';
import { itemName } from '../../parts/item-name.ts';
import { useChosenProduct } from '../../parts/named-product.ts';
import { PhoneLinks } from '../../parts/phone-links.tsx';
import { When } from '../../parts/when.tsx';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { pickOne, pickYesNo } from '../../recipe/list/looks.tsx';
import type { ListColumn } from '../../recipe/list/sorting.ts';
import { useList } from '../../recipe/list/use-list.ts';
import { useAllowed } from '../../session/use-session.ts';
import { Availability } from './availability.tsx';
import { restockBulk } from './bulk.tsx';
import { type RestockRequestSearch, restockRequestList, restockRequestsQuery } from './queries.ts';
import { useNote } from './use-note.ts';

const LOOKS = {
  told: pickYesNo({
    label: m.db_restock_told,
    all: m.db_restock_all,
    yes: m.db_restock_told,
    no: m.db_restock_not_told,
  }),
  product: pickOne({
    label: m.db_restock_item,
    all: m.db_restock_any_item,
    // It is chosen in the list of what is waited for.
    useChoices: useChosenProduct,
  }),
  // It is chosen with its product, in the list of what is waited for.
  combination: null,
};

/** Who waits, longest first, with the ways to them. */
export function PeoplePage() {
  const address = useList(restockRequestList, restockRequestsQuery);
  // A combination is one of its product: without the product it means nothing.
  const list = {
    ...address,
    refine: (change: Partial<RestockRequestSearch>) =>
      address.refine('product' in change ? { ...change, combination: undefined } : change),
  };
  return (
    <ListPage
      list={list}
      rows={({ requests }) => requests}
      columns={columns()}
      looks={LOOKS}
      bulk={restockBulk}
      empty={{ icon: BellRing, title: m.db_restock_empty(), body: m.db_restock_empty_body() }}
      none={{ title: m.db_restock_none(), body: m.db_none_body() }}
    />
  );
}

function columns(): ListColumn<RestockRequest, never>[] {
  return [
    {
      id: 'person',
      header: m.db_restock_person(),
      area: 'main',
      cell: ({ phone, name, ...request }) => (
        <>
          <PhoneLinks
            phone={phone}
            // Only of what can be had.
            message={request.available ? m.db_restock_message({ product: itemName(request) }) : undefined}
          />
          <small>{name ? <bdi>{name}</bdi> : m.db_restock_no_name()}</small>
        </>
      ),
    },
    {
      id: 'item',
      header: m.db_restock_item(),
      area: 'under',
      cell: (request) => (
        <>
          <bdi>{itemName(request)}</bdi>
          <span className="narrow-only">
            {' · '}
            <Availability available={request.available} />
          </span>
        </>
      ),
    },
    {
      id: 'available',
      header: m.db_restock_state(),
      cell: ({ available }) => <Availability available={available} />,
    },
    {
      id: 'asked',
      header: m.db_restock_asked(),
      align: 'end',
      area: 'aside',
      cell: ({ askedAt }) => <When at={askedAt} />,
    },
    {
      id: 'told',
      header: m.db_restock_told(),
      align: 'end',
      area: 'state',
      cell: (request) => <Told request={request} />,
    },
  ];
}

/** When they were told; until then, the button that says so. */
function Told({ request }: { request: RestockRequest }) {
  const { mark, isPending } = useNote(request);
  const mayNote = useAllowed()('orders.confirm');
  if (request.toldAt) return <When at={request.toldAt} />;
  if (!mayNote) return m.db_restock_not_told();
  return (
    <button type="button" className={buttonStyles.button} disabled={isPending} onClick={() => mark()}>
      {m.db_restock_mark()}
    </button>
  );
}
