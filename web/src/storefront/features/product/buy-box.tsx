/** Beside the pictures: name, price, choice, quantity, add to cart. The order form comes from the route. */
import { type ReactNode, useId } from 'react';
import type { Combination, ProductPage } from '@/api/types.ts';
import type { ShortLine } from '@/domain/cart.ts';
import { type Centimes, centimes, fromDinars } from '@/domain/money.ts';
import type { ShownPrice } from '@/domain/pricing.ts';
import { remedyOf } from '@/domain/quantity-rule.ts';
import { dayAndMonth } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Button } from '@/ui/native/button.tsx';
import { Price } from '@/ui/native/price.tsx';
import * as stepperStyles from '@/ui/native/stepper.module.css';
import { Stepper } from '@/ui/native/stepper.tsx';
import { Around } from '../../parts/around.tsx';
import { BrandMark } from '../../parts/brand-mark.tsx';
import { CombinationPicker } from '../../parts/combination-picker.tsx';
import { Countdown } from '../../parts/countdown.tsx';
import { PriceTag, ReductionBadge, SaleBadge } from '../../parts/price-tag.tsx';
import { QuantityNotes } from '../../parts/quantity-notes.tsx';
import { ShopLink } from '../../parts/shop-link.tsx';
import { Stars } from '../../parts/stars.tsx';
import { brandLinePath, brandPath } from '../../paths.ts';
import * as styles from './buy-box.module.css';

interface BuyBoxProps {
  readonly product: ProductPage;
  readonly combination: Combination | undefined;
  /** Whether what is chosen can be had. */
  readonly available: boolean;
  /** From when on it can be ordered, while that is to come. */
  readonly day: string | undefined;
  readonly price: ShownPrice;
  /** Of a pack: what its parts cost one by one, where that is known. */
  readonly apart: Centimes | undefined;
  readonly quantity: number;
  readonly onCombination: (combination: Combination) => void;
  readonly onQuantity: (quantity: number) => void;
  /** Whether so many were refused for want of pieces. */
  readonly shortage: ShortLine | undefined;
  /** Shows what shoppers say; absent where the page doesn't. */
  readonly onReviews: (() => void) | undefined;
  /** Absent when it sells by the order form alone (spec 4, activeAddToCart). */
  readonly onAdd: (() => void) | undefined;
  /** What else there is to choose before it is bought. */
  readonly choice?: ReactNode;
  readonly children: ReactNode;
}

export function BuyBox(props: BuyBoxProps) {
  const { product, combination, available, day, quantity, onQuantity, shortage, onAdd } = props;
  const notesId = useId();
  const rule = product.quantityRule ?? undefined;
  const picks = product.page !== 'minimal' && product.page !== 'no_picker';
  return (
    <div className={styles.buyBox}>
      <Identity product={product} onReviews={props.onReviews} />
      {product.page !== 'minimal' && <PriceLine {...props} />}
      {picks && combination && product.combinations.length > 1 && (
        <CombinationPicker
          combinations={product.combinations}
          selected={combination}
          onSelect={props.onCombination}
        />
      )}
      {props.choice}
      {available ? (
        <div>
          <div className={stepperStyles.row}>
            <Stepper
              quantity={quantity}
              onChange={onQuantity}
              rule={rule}
              notesId={notesId}
              isWrong={shortage !== undefined || remedyOf(quantity, rule) !== undefined}
            />
            {onAdd && <Button onClick={onAdd}>{m.sf_add_to_cart()}</Button>}
          </div>
          <QuantityNotes
            id={notesId}
            quantity={quantity}
            rule={rule}
            shortage={shortage}
            className={styles.notes}
            onTake={onQuantity}
          />
        </div>
      ) : (
        <p className={styles.soldOut}>
          {day ? m.sf_available_from({ day: dayAndMonth(day) }) : m.sf_sold_out_text()}
        </p>
      )}
      {props.children}
    </div>
  );
}

function Identity({ product, onReviews }: Pick<BuyBoxProps, 'product' | 'onReviews'>) {
  const { rating } = product;
  if (product.page === 'minimal') return <h1>{product.name}</h1>;
  const isWhole = product.page !== 'simpler';
  return (
    <div className={styles.identity}>
      {isWhole && product.brandRead && (
        <ShopLink className="small quiet" lang="fr" href={brandPath(product.brandRead.slug)}>
          <BrandMark brand={product.brandRead} />
        </ShopLink>
      )}
      {isWhole && product.brandLineRead && (
        <ShopLink className="small quiet" lang="fr" href={brandLinePath(product.brandLineRead.slug)}>
          {product.brandLineRead.name}
        </ShopLink>
      )}
      <h1>{product.name}</h1>
      {isWhole && product.shortDescription && (
        <p className={styles.kind} dir="auto">
          {product.shortDescription}
        </p>
      )}
      {rating && rating.count > 0 && (
        <p className={styles.rate}>
          <Stars rating={rating.average} />
          <span className="num">{rating.average}</span>
          {onReviews ? (
            <button type="button" className="link" onClick={onReviews}>
              {m.sf_reviews_link({ count: rating.count })}
            </button>
          ) : (
            m.sf_reviews_link({ count: rating.count })
          )}
        </p>
      )}
    </div>
  );
}

type PriceLineProps = Pick<BuyBoxProps, 'product' | 'combination' | 'price' | 'apart'>;

function PriceLine({ product, combination, price, apart = price.now }: PriceLineProps) {
  const { lowestPrice } = combination ?? product;
  // Struck and saved are of one price: what a promotion lowers has its own.
  const saved = price.before === undefined ? apart - price.now : 0;
  return (
    <div>
      <p className={styles.price}>
        <PriceTag price={price} />
        {saved > 0 && (
          <s>
            <span className="visually-hidden">{m.sf_pack_apart()} </span>
            <Price amount={apart} />
          </s>
        )}
        {price.before === undefined && product.isOnSale ? <SaleBadge /> : <ReductionBadge price={price} />}
      </p>
      {saved > 0 && (
        <p className="small quiet">
          <Around text={(amount) => m.sf_pack_saves({ amount })}>
            <Price amount={centimes(saved)} />
          </Around>
        </p>
      )}
      {price.before !== undefined && lowestPrice != null && (
        <p className="small quiet">
          {m.sf_lowest_price()} <Price amount={fromDinars(lowestPrice)} />
        </p>
      )}
      {product.promotionRead?.endDate && <Countdown end={product.promotionRead.endDate} />}
    </div>
  );
}
