/** Categories and brands that a file names and the shop has not: what has to be there before its products can be. */
import { folded } from '@/domain/folded.ts';
import { randomId } from '@/lib/random-id.ts';
import { client } from '../../data/api.ts';
import type { RefusedProducts } from '../../data/types.ts';
import { NO_TEXTS } from '../../recipe/inputs/language-texts.ts';
import { cellAt, refusedOf } from './file.ts';

export interface Missing {
  /** As the file writes them, a way from the top: `Maison > Cuisine`. */
  categories: readonly string[];
  brands: readonly string[];
}

/** Of products that were refused, each once however it is written. */
export function missingOf({ products, faults }: Pick<RefusedProducts, 'products' | 'faults'>): Missing {
  const named = (column: string) => {
    const unknown = faults.filter((fault) => fault.column === column && fault.code.endsWith('.unknown'));
    return onceEach(unknown.map((fault) => cellAt(products, fault).trim()).filter(Boolean));
  };
  return { categories: named('category'), brands: named('brand') };
}

/** The first spelling of each. */
function onceEach(names: readonly string[]): string[] {
  return [...new Map(names.toReversed().map((name) => [folded(name), name])).values()].reverse();
}

interface Known {
  id: string;
  name: string;
  parentId: string;
}

/** Makes those of all products that were refused, a category with those that are missing above it. */
export async function makeMissing(importId: string): Promise<void> {
  const portions: Missing[] = [];
  // Each by itself: a cell is looked for among all lines of those that are given.
  for await (const refused of refusedOf(importId)) portions.push(missingOf(refused));
  const categories = onceEach(portions.flatMap((missing) => missing.categories));
  const brands = onceEach(portions.flatMap((missing) => missing.brands));
  if (categories.length > 0) await makeCategories(categories);
  for (const name of brands) {
    // One after the other: each is seen by who looks for the next.
    await client.POST('/dashboard/api/brands', { body: { id: randomId(), name } });
  }
}

async function makeCategories(ways: readonly string[]): Promise<void> {
  const { data } = await client.GET('/dashboard/api/categories');
  const known: Known[] = (data?.categories ?? []).map(({ id, names, parentId }) => ({
    id,
    name: names.fr,
    parentId: parentId ?? '',
  }));
  for (const way of ways) {
    let parentId = '';
    for (const name of way.split('>').map((part) => part.trim())) {
      parentId = (await categoryBelow(parentId, name, known)).id;
    }
  }
}

async function categoryBelow(parentId: string, name: string, known: Known[]): Promise<Known> {
  const there = known.find((one) => one.parentId === parentId && folded(one.name) === folded(name));
  if (there) return there;
  const made = { id: randomId(), name, parentId };
  const names = { ...NO_TEXTS, fr: name };
  await client.POST('/dashboard/api/categories', { body: { id: made.id, names, parentId } });
  known.push(made);
  return made;
}
