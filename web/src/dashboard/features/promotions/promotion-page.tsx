import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Bones, Failed } from '@/ui/rich/states.tsx';
import { errorMessage, requestIdOf } from '../../data/messages.ts';
import { discountWords } from '../../parts/discount-words.ts';
import { RecordHead } from '../../parts/record-head.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { NEW_PROMOTION } from './draft.ts';
import { PromotionActions } from './promotion-actions.tsx';
import { PromotionForm } from './promotion-form.tsx';
import { promotionQuery } from './queries.ts';
import { STATE_WORDS } from './words.ts';

const route = getRouteApi('/promotions/$id');

/** One promotion as staff change or end it. */
export function PromotionPage() {
  const { id } = route.useParams();
  const promotion = useQuery(promotionQuery(id));
  const mayWrite = useAllowed()('catalog.write');
  if (promotion.data) {
    const { terms, state } = promotion.data;
    return (
      <>
        <RecordHead title={terms.title.fr || discountWords(terms)}>
          <span className="state">{STATE_WORDS[state]()}</span>
          {state === 'running' && (
            <a className="btn" href={`/promotions/${id}`} target="_blank" rel="noreferrer">
              {m.db_promotion_see()}
            </a>
          )}
          {mayWrite && <PromotionActions promotion={promotion.data} />}
        </RecordHead>
        <PromotionForm key={id} promotion={promotion.data} />
      </>
    );
  }
  if (!promotion.isError) return <Bones rows={8} />;
  return (
    <Failed
      message={errorMessage(promotion.error)}
      requestId={requestIdOf(promotion.error)}
      onRetry={() => void promotion.refetch()}
    />
  );
}

/** A promotion that is not there yet. */
export function NewPromotionPage() {
  return (
    <>
      <RecordHead title={m.db_promotion_new()} />
      <PromotionForm promotion={NEW_PROMOTION} />
    </>
  );
}
