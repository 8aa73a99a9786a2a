import type { Product } from '../../data/types.ts';
import { type Image, inOrder, urlOf } from '../../parts/picture.ts';

/** The product's first picture. */
export function pictureOf({ images }: Product): string | undefined {
  const [first] = inOrder(images, []);
  return first && urlOf(first);
}

/** All ids with those of `chosen` last and in this order; `null` where they stand so, or one of them is gone. */
export function inChosenOrder(images: readonly Image[], chosen: readonly string[]): readonly string[] | null {
  const ids = inOrder(images, []).map(({ id }) => id);
  if (chosen.some((id) => !ids.includes(id))) return null;
  const wanted = [...ids.filter((id) => !chosen.includes(id)), ...chosen];
  return wanted.every((id, at) => id === ids[at]) ? null : wanted;
}

/** The ids with one of them at another place; `null` where it stands there, or there is no such place. */
export function movedTo(ids: readonly string[], id: string, to: number): readonly string[] | null {
  if (to < 0 || to >= ids.length || ids[to] === id) return null;
  const others = ids.filter((one) => one !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}
