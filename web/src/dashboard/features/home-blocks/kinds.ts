/** The types of blocks (specification 2 and 3): their words, and the inputs that each needs. */
import { m } from '@/i18n/paraglide.gen/messages.js';

/** An input that some types have and others don't. */
export type Part =
  | 'source'
  | 'category'
  | 'brand'
  | 'brand_line'
  | 'tag'
  | 'collection'
  | 'promotion'
  | 'blog_post'
  | 'text'
  | 'html'
  | 'button'
  | 'link'
  | 'image'
  | 'slides'
  | 'number'
  | 'responsiveNumber';

interface Kind {
  words: () => string;
  parts: readonly Part[];
}

const ROW: readonly Part[] = ['number', 'responsiveNumber', 'link'];

export const KINDS = {
  banner: { words: m.db_block_banner, parts: ['text', 'image', 'button', 'link'] },
  banner_carousel: { words: m.db_block_banner_carousel, parts: ['slides'] },
  products_carousel: { words: m.db_block_products_carousel, parts: ['source', ...ROW] },
  products_grid: { words: m.db_block_products_grid, parts: ['source', 'number', 'link'] },
  discounted_products: { words: m.db_block_discounted_products, parts: ROW },
  bestsellers_products: { words: m.db_block_bestsellers_products, parts: ROW },
  category_products_carousel: { words: m.db_block_category_products, parts: ['category', ...ROW] },
  brands_products_carousel: { words: m.db_block_brand_products, parts: ['brand', ...ROW] },
  brand_lines_products_carousel: { words: m.db_block_brand_line_products, parts: ['brand_line', ...ROW] },
  tag_products: { words: m.db_block_tag_products, parts: ['tag', ...ROW] },
  collection_products: { words: m.db_block_collection_products, parts: ['collection', ...ROW] },
  categories_carousel: { words: m.db_block_categories, parts: ['number', 'responsiveNumber'] },
  brands_carousel: { words: m.db_block_brands, parts: ['number'] },
  brand_lines_carousel: { words: m.db_block_brand_lines, parts: ['number', 'responsiveNumber'] },
  discount_block: { words: m.db_block_discount, parts: ['promotion', 'text', 'image', 'button', 'link'] },
  text_carousel: { words: m.db_block_texts, parts: ['text'] },
  html_block: { words: m.db_block_html, parts: ['html'] },
  blog_posts_carousel: { words: m.db_block_blog_posts, parts: ROW },
  blog_post_card: { words: m.db_block_blog_post, parts: ['blog_post'] },
  blog_categories_carousel: { words: m.db_block_blog_categories, parts: ['number', 'responsiveNumber'] },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as KindName[];

export function kindWord(type: string): string {
  return type in KINDS ? KINDS[type as KindName].words() : type;
}

export function partsOf(type: string): readonly Part[] {
  return type in KINDS ? KINDS[type as KindName].parts : [];
}

/** Where products of a type that may choose come from. */
export const SOURCES = {
  new: m.db_block_source_new,
  featured: m.db_block_source_featured,
  bestsellers: m.db_block_source_bestsellers,
  category: m.db_block_source_category,
  brand: m.db_block_source_brand,
  brand_line: m.db_block_source_brand_line,
  tag: m.db_block_source_tag,
  collection: m.db_block_source_collection,
} as const;

/** Of twelve columns. */
export const SIZES: readonly (readonly [size: number, words: () => string])[] = [
  [12, m.db_block_size_whole],
  [9, m.db_block_size_three_quarters],
  [8, m.db_block_size_two_thirds],
  [6, m.db_block_size_half],
  [4, m.db_block_size_third],
  [3, m.db_block_size_quarter],
];
