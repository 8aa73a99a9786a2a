/** A price with the struck one beside it when a promotion lowers it. */
import { percentReduced, type ShownPrice } from '@/domain/pricing.ts';
import { percentOff } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Price } from '@/ui/native/price.tsx';
import * as tagStyles from '@/ui/native/tag.module.css';

export function PriceTag({ price }: { readonly price: ShownPrice }) {
  if (price.before === undefined) return <Price amount={price.now} />;
  return (
    <>
      <span>
        <span className="visually-hidden">{m.sf_price_now()} </span>
        <Price amount={price.now} />
      </span>{' '}
      <s>
        <span className="visually-hidden">{m.sf_price_before()} </span>
        <Price amount={price.before} />
      </s>
    </>
  );
}

/** `−20 %`; nothing where nothing is reduced. */
export function ReductionBadge({ price }: { readonly price: ShownPrice }) {
  const percent = percentReduced(price);
  if (percent === 0) return null;
  return (
    <span className={`${tagStyles.tag} ${tagStyles.promo}`}>
      <bdi>{percentOff(percent)}</bdi>
    </span>
  );
}

/** What the merchant put into the seasonal sale, where no reduction says more. */
export function SaleBadge() {
  return <span className={`${tagStyles.tag} ${tagStyles.promo}`}>{m.sf_tag_on_sale()}</span>;
}
