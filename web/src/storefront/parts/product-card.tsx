/** A product in a list: picture with another on hover, one badge at most, brand, name, price, quick add. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProductCard as Card } from '@/api/types.ts';
import { awaited } from '@/domain/available-from.ts';
import { type ListingSearch, singleAttributes } from '@/domain/listing-search.ts';
import { type ShownPrice, shownPrice } from '@/domain/pricing.ts';
import { dayAndMonth } from '@/i18n/format.ts';
import { locale } from '@/i18n/locale.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useShopDay } from '@/lib/use-shop-day.ts';
import { IconButton } from '@/ui/native/button.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { Spinner } from '@/ui/native/spinner.tsx';
import * as tagStyles from '@/ui/native/tag.module.css';
import { settingsQuery } from '../api.ts';
import { categoryPath, productPath } from '../paths.ts';
import { stringifySearch } from '../search-params.ts';
import { BrandMark } from './brand-mark.tsx';
import * as cardStyles from './card.module.css';
import * as pictureStyles from './picture.module.css';
import { Picture } from './picture.tsx';
import { PriceTag, ReductionBadge, SaleBadge } from './price-tag.tsx';
import { quickAdd } from './quick-add.ts';
import { ShopLink } from './shop-link.tsx';

/** Said in the page's language. */
const EVERY_SHOPS_TAG = 'new';

interface ProductCardProps {
  readonly product: Card;
  /** Of the list that it is in: what that is narrowed to is chosen first of the product. */
  readonly search?: ListingSearch | undefined;
  readonly loading?: 'first' | 'eager' | 'lazy';
}

export function ProductCard({ product, search = {}, loading = 'lazy' }: ProductCardProps) {
  const price = shownPrice(product);
  const { data: settings } = useQuery(settingsQuery());
  const sellsByCart = settings?.activeAddToCart !== false;
  const href = productPath(product) + stringifySearch({ filters: singleAttributes(search) });
  const { thumb, secondImage } = product.gridDisplayImagesForWeb;
  const day = awaited(product.availableFrom, useShopDay());
  return (
    <article className={product.available ? cardStyles.card : `${cardStyles.card} ${cardStyles.out}`}>
      <div className={pictureStyles.picture}>
        <Picture image={thumb} slot="card" loading={loading} />
        {product.available && <Picture image={secondImage} slot="card" className={pictureStyles.second} />}
        <Badge product={product} price={price} day={day} />
        {product.available && !day && sellsByCart && <Add product={product} search={search} href={href} />}
      </div>
      <div className={cardStyles.text}>
        <p className={cardStyles.brand}>
          {product.brandRead && <BrandMark brand={product.brandRead} />}
          {product.mainCategoryRead && (
            <ShopLink href={categoryPath(product.mainCategoryRead.slug)}>
              {product.mainCategoryRead.name}
            </ShopLink>
          )}
        </p>
        <ShopLink className={cardStyles.name} href={href}>
          {product.name}
        </ShopLink>
        <p className={cardStyles.price}>
          <PriceTag price={price} />
        </p>
      </div>
    </article>
  );
}

interface AddProps {
  readonly product: Card;
  readonly search: ListingSearch;
  readonly href: string;
}

/** Into the cart; what a pack holds is chosen on its page. */
function Add({ product, search, href }: AddProps) {
  const { name } = product;
  const [isBusy, setBusy] = useState(false);
  if (product.packMode === 'flexible') {
    return (
      <ShopLink className={cardStyles.add} href={href} aria-label={m.sf_choose_named({ name })}>
        <Icon name="plus" />
      </ShopLink>
    );
  }
  const add = async () => {
    if (isBusy) return;
    setBusy(true);
    await quickAdd(product, search);
    setBusy(false);
  };
  return (
    <IconButton
      className={cardStyles.add}
      label={isBusy ? m.common_loading() : m.sf_add_named({ name })}
      aria-busy={isBusy}
      onClick={() => void add()}
    >
      {isBusy ? <Spinner /> : <Icon name="plus" />}
    </IconButton>
  );
}

interface BadgeProps {
  readonly product: Card;
  readonly price: ShownPrice;
  /** From when on it can be ordered, while that is to come. */
  readonly day: string | undefined;
}

/** The one thing that is worth a badge: from when on it can be ordered, else sold out, else reduced, else in the sale, else the merchant's own tag. */
function Badge({ product, price, day }: BadgeProps) {
  if (day)
    return <span className={tagStyles.tag}>{m.sf_card_available_from({ day: dayAndMonth(day) })}</span>;
  if (!product.available) return <span className={tagStyles.tag}>{m.sf_sold_out()}</span>;
  if (price.before !== undefined) return <ReductionBadge price={price} />;
  if (product.isOnSale) return <SaleBadge />;
  const names = product.tagsRead.map(({ name }) => name);
  const tag = names.find(isReadHere) ?? names[0];
  return tag ? <span className={tagStyles.tag}>{tagLabel(tag)}</span> : null;
}

/** Whether a tag is in the letters of the page: who sells in Arabic too gives a thing a tag of each. */
function isReadHere(name: string): boolean {
  return name === EVERY_SHOPS_TAG || /\p{Script=Arabic}/u.test(name) === (locale() === 'ar');
}

/** Tags are the merchant's words; the one that every shop has is said in the page's language. */
function tagLabel(name: string): string {
  return name === EVERY_SHOPS_TAG ? m.sf_tag_new() : name;
}
