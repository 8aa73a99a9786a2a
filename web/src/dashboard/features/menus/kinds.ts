/** The types of menu items (specification 3): their words, and the one input that each needs. */
import { m } from '@/i18n/paraglide.gen/messages.js';

/** What is typed or chosen of an item beside its type. */
export type Input =
  | 'category'
  | 'brand'
  | 'product'
  | 'link'
  | 'cmsPage'
  | 'blogCategory'
  | 'blogPost'
  | 'collections';

interface Kind {
  words: () => string;
  /** Pages that every shop has need none. */
  input?: Input;
}

export const KINDS = {
  ProductCategory: { words: m.db_menu_category, input: 'category' },
  Brand: { words: m.db_menu_brand, input: 'brand' },
  Product: { words: m.db_menu_product, input: 'product' },
  Cms: { words: m.db_menu_cms, input: 'cmsPage' },
  collectionPage: { words: m.db_menu_collection, input: 'collections' },
  BlogCategory: { words: m.db_menu_blog_category, input: 'blogCategory' },
  BlogPost: { words: m.db_menu_blog_post, input: 'blogPost' },
  Link: { words: m.db_menu_link_type, input: 'link' },
  '3': { words: m.db_menu_page_home },
  '4': { words: m.db_menu_page_new },
  '5': { words: m.db_menu_page_featured },
  '6': { words: m.db_menu_page_search },
  '8': { words: m.db_menu_page_cart },
  '10': { words: m.db_menu_page_track },
} as const satisfies Record<string, Kind>;

/** Things of the shop first, then its pages by their numbers. */
export const KIND_NAMES = [
  'ProductCategory',
  'Brand',
  'Product',
  'Cms',
  'collectionPage',
  'BlogCategory',
  'BlogPost',
  'Link',
  '3',
  '4',
  '5',
  '6',
  '8',
  '10',
] as const satisfies readonly (keyof typeof KINDS)[];

export function kindOf(type: string): Kind {
  return type in KINDS ? KINDS[type as keyof typeof KINDS] : { words: () => type };
}

export const MENUS = { main: m.db_menu_main, footer: m.db_menu_footer } as const;
export type MenuName = keyof typeof MENUS;

export function isMenu(name: unknown): name is MenuName {
  return name === 'main' || name === 'footer';
}
