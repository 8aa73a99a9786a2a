import { m } from '@/i18n/paraglide.gen/messages.js';
import type { LookupItem } from '../../data/types.ts';
import { useChoices } from '../../parts/choices.ts';
import { named, pickOne, pickYesNo, withChosen } from '../../recipe/list/looks.tsx';

export const LOOKS = {
  category: pickOne({
    label: m.db_products_category,
    all: m.db_products_category_all,
    useChoices: () => named(useChoices('categories')),
  }),
  brand: pickOne({
    label: m.db_products_brand,
    all: m.db_products_brand_all,
    useChoices: () => named(useChoices('brands')),
  }),
  tag: pickOne({
    label: m.db_products_tag,
    all: m.db_products_tag_all,
    useChoices: (chosen) => tagChoices(useChoices('tags') ?? [], chosen),
  }),
  active: pickYesNo({
    label: m.db_products_active,
    all: m.db_products_active_all,
    yes: m.db_products_active_on,
    no: m.db_products_active_off,
  }),
};

export const SORT = pickOne<'name' | 'price_asc' | 'price_desc'>({
  label: m.db_products_sort,
  all: m.db_products_sort_default,
  useChoices: () => [
    { value: 'name', label: m.db_products_sort_name() },
    { value: 'price_asc', label: m.db_products_sort_price_asc() },
    { value: 'price_desc', label: m.db_products_sort_price_desc() },
  ],
});

/** The tags that are offered, and the one that the address names, which few products may have. */
export function tagChoices(offered: readonly LookupItem[], chosen: string) {
  return withChosen(named(offered), chosen, () => chosen);
}
