import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as tabsStyles from '@/ui/rich/tabs.module.css';
import type { Product } from '../../data/types.ts';
import { Crumbs } from '../../parts/crumbs.tsx';
import { LANGUAGES } from '../../parts/languages.ts';
import { productName } from '../../parts/named-product.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { Thumb } from '../../parts/thumb.tsx';
import { useAllowed } from '../../session/use-session.ts';
import type { Section } from './draft.ts';
import { pictureOf } from './picture.ts';

/** Around a part of a product that has a page and a save of its own. */
export function ProductFrame({ product, children }: { product: Product; children: ReactNode }) {
  const name = productName(product);
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <Crumbs>
        <bdi>{name}</bdi>
      </Crumbs>
      <div className={headsStyles.pageHead}>
        <Thumb src={pictureOf(product)} />
        <h1>
          <bdi>{name}</bdi>
        </h1>
      </div>
      <ProductTabs product={product} />
      {children}
    </>
  );
}

interface ProductTabsProps {
  product: Product;
  /** Parts of the form that differ from the product. */
  changed?: readonly Section[];
}

/** The parts of a product (spec 2): places of its form, which is saved as one, and what has a page of its own. */
export function ProductTabs({ product, changed = [] }: ProductTabsProps) {
  const { id, combinations } = product;
  const mayReadStock = useAllowed()('stock.read');
  const place = (name: Place) => (
    <PlaceTab id={id} name={name} isChanged={PLACES[name].sections.some((one) => changed.includes(one))} />
  );
  return (
    <nav className={tabsStyles.tabs} aria-label={m.db_product_tabs()}>
      {place('details')}
      {place('price')}
      {place('images')}
      {place('features')}
      <Link to="/products/$id/combinations" params={{ id }}>
        {m.db_product_combinations()} {combinations.length > 0 && <em>{count(combinations.length)}</em>}
      </Link>
      {mayReadStock && (
        <Link to="/products/$id/stock" params={{ id }}>
          {m.db_nav_group_stock()}
        </Link>
      )}
      {place('languages')}
      {place('pack')}
    </nav>
  );
}

type Place = 'details' | 'price' | 'images' | 'features' | 'languages' | 'pack';

const PLACES: Readonly<Record<Place, { title: () => string; sections: readonly Section[] }>> = {
  details: { title: m.db_product_tab_details, sections: ['active', 'organisation', 'details'] },
  price: { title: m.db_product_prices, sections: ['price'] },
  images: { title: m.db_product_images, sections: [] },
  features: { title: m.db_features_title, sections: ['sheet'] },
  languages: { title: m.db_product_tab_languages, sections: ['address', ...LANGUAGES] },
  pack: { title: m.db_pack_title, sections: ['pack'] },
};

interface PlaceTabProps {
  id: string;
  name: Place;
  isChanged: boolean;
}

/** The first place is the top of the page. */
function PlaceTab({ id, name, isChanged }: PlaceTabProps) {
  return (
    <Link
      to="/products/$id"
      params={{ id }}
      {...(name !== 'details' && { hash: name })}
      activeOptions={{ exact: true, includeHash: true }}
    >
      {PLACES[name].title()}
      {isChanged && (
        <>
          <i className={tabsStyles.mark} aria-hidden />
          <span className="visually-hidden">{m.db_product_tab_changed()}</span>
        </>
      )}
    </Link>
  );
}
