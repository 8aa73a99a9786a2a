/** What the columns of a file and the refusals of its lines are called. */
import { m } from '@/i18n/paraglide.gen/messages.js';
import { rowRefusal, ruleText } from '../../data/refusals.ts';
import { LANGUAGE_NAMES, type Language } from '../../parts/languages.ts';
import type { Column } from './columns.ts';

const WORDS: Readonly<Record<string, () => string>> = {
  id: m.db_column_id,
  combination_id: m.db_column_combination_id,
  slug: m.db_column_slug,
  name: m.db_column_name,
  short_description: m.db_column_short_description,
  description: m.db_column_description,
  seo_title: m.db_column_seo_title,
  seo_description: m.db_column_seo_description,
  price_ht: m.db_column_price_ht,
  tax_rate: m.db_column_tax_rate,
  category: m.db_column_category,
  brand: m.db_column_brand,
  tags: m.db_column_tags,
  sku: m.db_column_sku,
  barcode: m.db_column_barcode,
  supply_price_ht: m.db_column_supply_price_ht,
  wholesale_price_ht: m.db_column_wholesale_price_ht,
  wholesale_min_order_quantity: m.db_product_wholesale_minimum,
  weight: m.db_column_weight,
  height: m.db_column_height,
  width: m.db_column_width,
  length: m.db_column_length,
  minimum_quantity: m.db_product_minimum_quantity,
  maximum_quantity: m.db_product_maximum_quantity,
  quantity_step: m.db_product_quantity_step,
  available_from: m.db_product_available_from,
  active: m.db_column_active,
  featured: m.db_column_featured,
  on_sale: m.db_column_on_sale,
  images: m.db_column_images,
  product_image: m.db_column_product_image,
  variant_image: m.db_column_variant_image,
  reference: m.db_column_reference,
  parent: m.db_column_parent,
  type: m.db_column_type,
};

export function columnWord(column: Column): string {
  const option = /^option(\d)_(name|value)$/.exec(column);
  if (option) {
    const n = option[1] ?? '';
    return option[2] === 'name' ? m.db_column_option_name({ n }) : m.db_column_option_value({ n });
  }
  const text = /^(.+)_(fr|ar|en)$/.exec(column);
  const word = WORDS[text?.[1] ?? column]?.() ?? column;
  return text ? `${word} (${LANGUAGE_NAMES[text[2] as Language]()})` : word;
}

/** Why a line is refused. */
export function faultWord(code: string): string {
  return code.includes('validation.') ? ruleText({ key: code, text: '' }) : rowRefusal(code);
}
