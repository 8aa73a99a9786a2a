import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Product } from '../../data/types.ts';
import { Crumbs } from '../../parts/crumbs.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Thumb } from '../../parts/thumb.tsx';
import { productName } from './naming.ts';
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
      <div className="page-head">
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

/** The pages of one product. */
export function ProductTabs({ product: { id, combinations } }: { product: Product }) {
  return (
    <nav className="tabs" aria-label={m.db_product_tabs()}>
      <Link to="/products/$id" params={{ id }} activeOptions={{ exact: true }}>
        {m.db_product_tab_main()}
      </Link>
      <Link to="/products/$id/combinations" params={{ id }}>
        {m.db_product_combinations()} {combinations.length > 0 && <em>{count(combinations.length)}</em>}
      </Link>
    </nav>
  );
}
