/** What a product's page recommends below it. */
import { useQuery } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import type { ProductPage } from '@/api/types.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { api } from '../../api.ts';
import { apart, type Row } from './apart.ts';

/** Stands for a brand or category that a product does not have. */
const NONE = '00000000-0000-0000-0000-000000000000';

interface Related {
  readonly rows: readonly Row[];
  readonly error: unknown;
}

/** Its rows, once somebody asked: whoever does not is told what another was. */
export function useRelated(product: ProductPage, isAsked: boolean): Related {
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
    enabled: isAsked,
  });
  const rows = data && [
    { title: m.sf_related(), products: data.relatedProducts },
    { title: m.sf_same_brand(), products: data.productsFromSameBrand },
    { title: m.sf_same_category(), products: data.productsFromSameCategory },
    { title: m.sf_new(), products: data.newProducts },
  ];
  return { rows: rows ? apart(rows, product.id) : [], error };
}
