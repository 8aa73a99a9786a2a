import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as panelStyles from '@/ui/rich/panel.module.css';
import type { Expedition } from '../../data/types.ts';
import { actorWords } from '../../parts/actor-words.ts';
import { Pending } from '../../parts/pending.tsx';
import { When } from '../../parts/when.tsx';
import { RecordHead } from '../../recipe/detail/record-head.tsx';
import { AvailableProducts } from './available-products.tsx';
import { ExpeditionActions } from './expedition-actions.tsx';
import { Parts } from './parts.tsx';
import { expeditionQuery } from './queries.ts';
import { statusWord } from './status.ts';
import { ExpeditionStatus } from './status-label.tsx';
import { useMayMoveIn } from './use-own-warehouses.ts';

const route = getRouteApi('/expeditions/$id');

/** One expedition: what it carries, edited while it is open, received part by part once it was sent. */
export function ExpeditionPage() {
  const { id } = route.useParams();
  const expedition = useQuery(expeditionQuery(id));
  if (expedition.data) return <Carried expedition={expedition.data} />;
  return <Pending query={expedition} rows={8} />;
}

export function Carried({ expedition }: { expedition: Expedition }) {
  const mayMoveIn = useMayMoveIn();
  const isEdited = expedition.status === 'inprogress' && mayMoveIn(expedition.sourceId);
  const { number, status, sourceName, destinationName, note } = expedition;
  return (
    <>
      <RecordHead title={m.db_expedition_title({ number })}>
        <ExpeditionActions expedition={expedition} />
      </RecordHead>
      <section className={panelStyles.panel}>
        <div className={panelStyles.body}>
          <p>
            <ExpeditionStatus status={status} />
            {' · '}
            {m.db_expedition_source()} <bdi className="strong">{sourceName}</bdi>
            {' · '}
            {m.db_expedition_destination()} <bdi className="strong">{destinationName}</bdi>
          </p>
          <p className="muted">
            {actorWords(expedition.actor)} · <When at={expedition.createdAt} />
            {expedition.sentAt && (
              <>
                {' · '}
                {m.db_expedition_sent()} <When at={expedition.sentAt} />
              </>
            )}
            {expedition.closedAt && (
              <>
                {' · '}
                {statusWord(status)} <When at={expedition.closedAt} />
              </>
            )}
          </p>
          {note && (
            <p>
              <bdi>{note}</bdi>
            </p>
          )}
        </div>
      </section>
      <Parts expedition={expedition} />
      {isEdited && <AvailableProducts expedition={expedition} />}
    </>
  );
}
