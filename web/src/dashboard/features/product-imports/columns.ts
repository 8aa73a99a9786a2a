/** The columns that a file of products may have, and how those of other shops are recognised. */
import type { FileColumns } from '../../data/types.ts';

const LANGUAGES = ['fr', 'ar', 'en'] as const;
const TEXTS = ['name', 'short_description', 'description', 'seo_title', 'seo_description'] as const;
export const OPTIONS = ['option1', 'option2', 'option3'] as const;

/** Said in each of the shop's languages. */
export type TextColumn = `${(typeof TEXTS)[number]}_${(typeof LANGUAGES)[number]}`;
export type OptionColumn = `${(typeof OPTIONS)[number]}_${'name' | 'value'}`;

const OTHERS = [
  'price_ht',
  'tax_rate',
  'category',
  'brand',
  'tags',
  'sku',
  'barcode',
  'supply_price_ht',
  'wholesale_price_ht',
  'wholesale_min_order_quantity',
  'weight',
  'height',
  'width',
  'length',
  'minimum_quantity',
  'maximum_quantity',
  'quantity_step',
  'available_from',
  'active',
  'featured',
  'on_sale',
  'images',
] as const;

/**
 * What only tells which lines belong together in the files of other shops, and what of theirs is a picture: of the product, whatever
 * line it stands in, and of the combination of its line.
 */
export const GROUPING = ['reference', 'parent', 'type', 'product_image', 'variant_image'] as const;

export type OwnColumn =
  | 'id'
  | 'combination_id'
  | 'slug'
  | TextColumn
  | (typeof OTHERS)[number]
  | OptionColumn;
export type Column = OwnColumn | (typeof GROUPING)[number];

const TEXT_COLUMNS: TextColumn[] = TEXTS.flatMap((text) =>
  LANGUAGES.map((language) => `${text}_${language}` as const),
);
const OPTION_COLUMNS: OptionColumn[] = OPTIONS.flatMap((option) => [
  `${option}_name` as const,
  `${option}_value` as const,
]);

/** As the shop's own files have them. */
export const OWN_COLUMNS: readonly OwnColumn[] = [
  'id',
  'combination_id',
  'slug',
  ...TEXT_COLUMNS,
  ...OTHERS,
  ...OPTION_COLUMNS,
];

export const COLUMNS: readonly Column[] = [...OWN_COLUMNS, ...GROUPING];

/** What each column of a file is; empty: it is left out. */
export type Mapping = readonly (Column | '')[];

type Names = Readonly<Record<string, Column>>;

const options = (name: (number: number) => string, value: (number: number) => string): Names =>
  Object.fromEntries(
    OPTIONS.flatMap((option, at): [string, Column][] => [
      [name(at + 1), `${option}_name`],
      [value(at + 1), `${option}_value`],
    ]),
  );

const SHOPIFY: Names = {
  handle: 'slug',
  title: 'name_fr',
  'body (html)': 'description_fr',
  vendor: 'brand',
  type: 'category',
  status: 'active',
  published: 'active',
  'variant sku': 'sku',
  'variant price': 'price_ht',
  'variant barcode': 'barcode',
  'variant grams': 'weight',
  'cost per item': 'supply_price_ht',
  'image src': 'product_image',
  'variant image': 'variant_image',
  'seo title': 'seo_title_fr',
  'seo description': 'seo_description_fr',
  ...options(
    (number) => `option${number} name`,
    (number) => `option${number} value`,
  ),
};

/** WooCommerce writes the heads in the language of the shop: here English and French. */
const WOOCOMMERCE: Names = {
  id: 'reference',
  type: 'type',
  parent: 'parent',
  name: 'name_fr',
  published: 'active',
  'is featured?': 'featured',
  'short description': 'short_description_fr',
  description: 'description_fr',
  'regular price': 'price_ht',
  categories: 'category',
  brands: 'brand',
  images: 'images',
  'gtin, upc, ean, or isbn': 'barcode',
  'weight (g)': 'weight',
  'length (cm)': 'length',
  'width (cm)': 'width',
  'height (cm)': 'height',
  ...options(
    (number) => `attribute ${number} name`,
    (number) => `attribute ${number} value(s)`,
  ),
  ugs: 'sku',
  nom: 'name_fr',
  publié: 'active',
  'mis en avant ?': 'featured',
  'description courte': 'short_description_fr',
  'tarif régulier': 'price_ht',
  catégories: 'category',
  marques: 'brand',
  étiquettes: 'tags',
  'gtin, upc, ean ou isbn': 'barcode',
  'poids (g)': 'weight',
  'longueur (cm)': 'length',
  'largeur (cm)': 'width',
  'hauteur (cm)': 'height',
  ...options(
    (number) => `nom de l'attribut ${number}`,
    (number) => `valeur(s) de l'attribut ${number}`,
  ),
};

const isShopify = (names: readonly string[]) => names.includes('handle');
const isWooCommerce = (names: readonly string[]) =>
  ['id', 'type', 'parent'].every((name) => names.includes(name));

const USUAL: Names = {
  nom: 'name_fr',
  name: 'name_fr',
  description: 'description_fr',
  prix: 'price_ht',
  price: 'price_ht',
  marque: 'brand',
  catégorie: 'category',
  'code-barres': 'barcode',
  poids: 'weight',
};

/** What the columns of a file are, by their names: each of ours once. */
export function recognised(headers: readonly string[]): Mapping {
  const names = headers.map((header) =>
    header.trim().toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' '),
  );
  const foreign = isShopify(names) ? SHOPIFY : isWooCommerce(names) ? WOOCOMMERCE : USUAL;
  // A product of Shopify that is published may be a draft: its status says more.
  const hasStatus = isShopify(names) && names.includes('status');
  const taken = new Set<Column>();
  return names.map((name) => {
    const column = foreign[name] ?? COLUMNS.find((own) => own === name);
    if (!column || taken.has(column) || (hasStatus && name === 'published')) return '';
    taken.add(column);
    return column;
  });
}

const isKnown = (column: string): column is Column => COLUMNS.some((own) => own === column);

/** As a file of the same heads was read the last time, by whomever; else by their names. */
export function mappingOf(headers: readonly string[], remembered: readonly FileColumns[]): Mapping {
  const known = remembered.find(
    ({ heads }) => heads.length === headers.length && heads.every((head, at) => head === headers[at]),
  );
  if (!known) return recognised(headers);
  return known.meanings.map((meaning) => (isKnown(meaning) ? meaning : ''));
}

const MOST_BYTES = 20_000;

/** What the shop remembers of a file; `null` of heads that are too long for that. */
export function rememberedAs(headers: readonly string[], mapping: Mapping): FileColumns | null {
  const bytes = new TextEncoder().encode(headers.join('')).length;
  return bytes > MOST_BYTES ? null : { heads: [...headers], meanings: [...mapping] };
}
