import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import { discountWords } from '../../parts/discount-words.ts';
import { Pending } from '../../parts/pending.tsx';
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
          <span className={stateStyles.state}>{STATE_WORDS[state]()}</span>
          {state === 'running' && (
            <a className={buttonStyles.button} href={`/promotions/${id}`} target="_blank" rel="noreferrer">
              {m.db_promotion_see()}
            </a>
          )}
          {mayWrite && <PromotionActions promotion={promotion.data} />}
        </RecordHead>
        <PromotionForm key={id} promotion={promotion.data} />
      </>
    );
  }
  return <Pending query={promotion} rows={8} />;
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
