/** Rows below a product, asked for when they come within 200 px of view; a failure shows nothing (spec 8). */
import { useQuery } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import type { ProductPage } from '@/api/types.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useInView } from '@/lib/use-in-view.ts';
import { api } from '../../api.ts';
import { ProductRow } from '../../parts/product-row.tsx';
import { apart } from './apart.ts';
import * as styles from './own-rows.module.css';

/** Stands for a brand or category that a product does not have. */
const NONE = '00000000-0000-0000-0000-000000000000';

export function CrossSelling({ product }: { readonly product: ProductPage }) {
  const [ref, near] = useInView();
  const { brandRead: brand, mainCategoryRead: category } = product;
  const path = {
    product_uid: product.uid,
    brand_uuid: brand?.uuid ?? NONE,
    category_uuid: category?.uuid ?? NONE,
  };
  const { data, error } = useQuery({
    ...api.queryOptions(
      'get',
      '/web/api/product/cross_selling/{product_uid}/{brand_uuid}/{category_uuid}',
      { params: { path } },
      { staleTime: FRESH.catalogue },
    ),
    enabled: near,
  });
  if (error) console.error('related products did not load', error);
  const rows = data && [
    { title: m.sf_related(), products: data.relatedProducts },
    { title: m.sf_same_brand(), products: data.productsFromSameBrand },
    { title: m.sf_same_category(), products: data.productsFromSameCategory },
    { title: m.sf_new(), products: data.newProducts },
  ];
  return (
    <div ref={ref} className={styles.ownRows}>
      {rows && apart(rows, product.id).map((row) => <ProductRow key={row.title} {...row} />)}
    </div>
  );
}
