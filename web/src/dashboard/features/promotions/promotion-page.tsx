import { m } from '@/i18n/paraglide.gen/messages.js';
import * as stateStyles from '@/ui/rich/state.module.css';
import type { Promotion } from '../../data/types.ts';
import { discountWords } from '../../parts/discount-words.ts';
import { DetailPage, NewPage } from '../../recipe/detail/detail-page.tsx';
import { SeeInShop } from '../../recipe/detail/see-in-shop.tsx';
import { NEW_PROMOTION } from './draft.ts';
import { PromotionActions } from './promotion-actions.tsx';
import { PromotionForm } from './promotion-form.tsx';
import { promotionQuery } from './queries.ts';
import { STATE_WORDS } from './words.ts';

/** One promotion as staff change or end it. */
export function PromotionPage() {
  return (
    <DetailPage
      query={promotionQuery}
      title={({ terms }) => terms.title.fr || discountWords(terms)}
      acts={(promotion, id) => <StateAndPage promotion={promotion} id={id} />}
      changes={(promotion) => <PromotionActions promotion={promotion} />}
      write="catalog.write"
    >
      {(promotion) => <PromotionForm promotion={promotion} />}
    </DetailPage>
  );
}

/** A promotion that is not there yet. */
export function NewPromotionPage() {
  return (
    <NewPage title={m.db_promotion_new()}>
      <PromotionForm promotion={NEW_PROMOTION} />
    </NewPage>
  );
}

function StateAndPage({ promotion: { state }, id }: { promotion: Promotion; id: string }) {
  return (
    <>
      <span className={stateStyles.state}>{STATE_WORDS[state]()}</span>
      {state === 'running' && <SeeInShop href={`/promotions/${id}`}>{m.db_promotion_see()}</SeeInShop>}
    </>
  );
}
