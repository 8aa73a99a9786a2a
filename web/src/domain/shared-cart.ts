/**
 * A cart in an address: what is in it and how much of it, without prices and without anything of whose it is. It stands behind the `#`,
 * which browsers send to nobody.
 *
 * `#cart=savon.2&cart=creme.1.<combination>&cart=coffret.1..<choice>.<choice>`: the product's slug, its pieces, its combination (may be
 * empty), and of a flexible pack the combinations that were chosen.
 */
import { type CartLine, keyOf } from './cart.ts';
import { quantityOf } from './quantity-rule.ts';

export interface SharedItem {
  readonly slug: string;
  readonly quantity: number;
  readonly combinationId: string | null;
  readonly choices?: readonly string[];
}

/** Lines that an address holds at most: each is asked of the shop by whoever opens it. */
export const MOST_SHARED = 20;
/** Combinations of one pack, as the shop takes them. */
const MOST_CHOICES = 20;
/** Longest fragment, in characters: what messengers pass on whole. */
const LONGEST = 4_000;

const KEY = 'cart';
const SLUG = /^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What stands behind the `#`; `undefined` where the cart is empty or too long for an address. */
export function sharedFragment(lines: readonly CartLine[]): string | undefined {
  if (lines.length === 0 || lines.length > MOST_SHARED) return undefined;
  const parts = lines.map(({ link, quantity, combinationId, choices = [] }) => {
    const slug = link.split('/').at(-1) ?? '';
    const ids = choices.length > 0 || combinationId ? [combinationId ?? '', ...choices] : [];
    return [KEY, [decoded(slug), quantity, ...ids].join('.')];
  });
  const fragment = new URLSearchParams(parts).toString();
  return fragment.length > LONGEST ? undefined : fragment;
}

/** What an address shares, the same goods once; what makes no sense falls away. */
export function readShared(fragment: string): SharedItem[] {
  if (fragment.length > LONGEST + 1) return [];
  const items = new URLSearchParams(fragment.replace(/^#/, '')).getAll(KEY).flatMap(readItem);
  const byGoods = new Map<string, SharedItem>();
  for (const item of items) {
    const key = keyOf({ ...item, productId: item.slug });
    const quantity = quantityOf(item.quantity + (byGoods.get(key)?.quantity ?? 0));
    byGoods.set(key, { ...item, quantity });
  }
  return [...byGoods.values()].slice(0, MOST_SHARED);
}

function readItem(written: string): SharedItem[] {
  const [slug = '', quantity = '', combinationId = '', ...choices] = written.split('.');
  const ids = [...(combinationId ? [combinationId] : []), ...choices];
  const isSound = SLUG.test(slug) && slug.length <= 100 && choices.length <= MOST_CHOICES;
  if (!isSound || !ids.every((id) => ID.test(id))) return [];
  return [
    {
      slug,
      quantity: quantityOf(quantity),
      combinationId: combinationId || null,
      ...(choices.length > 0 && { choices }),
    },
  ];
}

/** A slug of a path may be written in percents. */
function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
