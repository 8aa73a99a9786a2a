/** The products of a file: its lines put together, as the shop takes them. */
import { plain } from '@/lib/csv.ts';
import type { FileLine, FileProduct } from '../../data/types.ts';
import { type Column, GROUPING, type Mapping, OPTIONS } from './columns.ts';

type Cells = Partial<Record<Column, string>>;

/** A product while its lines are read. */
interface Group {
  line: number;
  cells: Cells;
  combinations: { line: number; cells: Cells }[];
  /** Addresses of its pictures. */
  pictures: string[];
  /** What its first line calls its options: in the files of Shopify the others don't. */
  names: Cells;
  /** Whether the file is of WooCommerce, where a product with variations has no price. */
  isPriced: boolean;
}

/** Of a line that is one combination, what is said of that. */
const OF_COMBINATION: readonly Column[] = ['combination_id', 'sku', 'barcode', 'price_ht', 'active'];
/** What Shopify writes of a product without options. */
const NO_OPTION = 'Default Title';

/** Lines below the head, as a spreadsheet counts them. */
const FIRST_LINE = 2;

export function productsOf(rows: readonly (readonly string[])[], mapping: Mapping): FileProduct[] {
  const groups: Group[] = [];
  const named = new Map<string, Group>();
  for (const [at, row] of rows.entries()) {
    const cells = cellsOf(row, mapping);
    if (Object.keys(cells).length === 0) continue;
    const known = namesOf(cells)
      .map((name) => named.get(name))
      .find(Boolean);
    const group = known ?? begun(at + FIRST_LINE, cells);
    take(group, cells, at + FIRST_LINE);
    if (known) continue;
    groups.push(group);
    for (const name of allNamesOf(cells)) if (!named.has(name)) named.set(name, group);
  }
  return groups.map(finished);
}

const begun = (line: number, { type }: Cells): Group => ({
  line,
  cells: {},
  combinations: [],
  pictures: [],
  names: {},
  isPriced: !type,
});

function cellsOf(row: readonly string[], mapping: Mapping): Cells {
  const cells: Cells = {};
  for (const [at, column] of mapping.entries()) {
    const cell = plain(row[at]);
    if (column && cell) cells[column] = cell;
  }
  if (cells.option1_value === NO_OPTION) for (const column of optionColumns()) delete cells[column];
  // WooCommerce names several: the first is where the product stands.
  if (cells.type && cells.category) cells.category = cells.category.split(',')[0]?.trim() ?? '';
  return cells;
}

const optionColumns = (): Column[] =>
  OPTIONS.flatMap((option) => [`${option}_name` as const, `${option}_value` as const]);

/** What tells that a line belongs to a product of a line before. */
function namesOf({ parent, id, slug }: Cells): string[] {
  if (parent) return [parent.startsWith('id:') ? `reference ${parent.slice(3)}` : `sku ${parent}`];
  return [...(id ? [`id ${id}`] : []), ...(slug ? [`slug ${slug}`] : [])];
}

/** What other lines may name a product by. */
function allNamesOf(cells: Cells): string[] {
  const { reference, sku, parent } = cells;
  if (parent) return namesOf(cells);
  const foreign = [...(reference ? [`reference ${reference}`] : []), ...(sku ? [`sku ${sku}`] : [])];
  return [...namesOf(cells), ...foreign];
}

/**
 * A line as the product, as one of its combinations, or as both: Shopify's first line of a product is both. It names the product,
 * which a line of a combination alone does not: what that says of price and sale is the combination's.
 */
function take(group: Group, cells: Cells, line: number): void {
  const isFirst = group.line === line;
  // An attribute of WooCommerce's other products only describes them.
  const mayVary = !cells.type || cells.type === 'variation';
  const hasOptions = mayVary && OPTIONS.some((option) => cells[`${option}_value`]);
  const isCombination = Boolean(cells.combination_id || cells.parent || hasOptions);
  const isBoth = isFirst && !cells.combination_id && !cells.parent && isNamed(cells);
  const { images, product_image: picture, variant_image: shown } = cells;
  const isOwn = !isCombination || isBoth;
  group.pictures.push(...[isOwn && images, picture].filter((own) => typeof own === 'string'));
  if (isFirst) for (const option of OPTIONS) group.names[`${option}_name`] = cells[`${option}_name`] ?? '';
  if (isOwn) {
    group.cells = { ...productCells(cells, isCombination), ...group.cells };
  } else {
    const { id, slug } = cells;
    group.cells = { ...(id && { id }), ...(slug && { slug }), ...group.cells };
  }
  if (!isCombination) return;
  const pictures = [isOwn ? '' : images, shown].filter(Boolean).join('|');
  const said = combinationCells(cells, group, isBoth);
  group.combinations.push({ line, cells: { ...said, ...(pictures && { images: pictures }) } });
}

const isNamed = ({ name_fr: fr, name_ar: ar, name_en: en }: Cells) => Boolean(fr || ar || en);

function productCells(cells: Cells, isCombination: boolean): Cells {
  const left = new Set<Column>([...optionColumns(), ...GROUPING, 'combination_id', 'images']);
  if (isCombination) for (const own of ['sku', 'barcode'] as const) left.add(own);
  return Object.fromEntries(Object.entries(cells).filter(([column]) => !left.has(column as Column)));
}

function combinationCells(cells: Cells, group: Group, isBoth: boolean): Cells {
  const said: Cells = {};
  for (const column of OF_COMBINATION) {
    const cell = cells[column];
    if (cell && !(isBoth && column === 'active')) said[column] = cell;
  }
  for (const option of OPTIONS) {
    const value = cells[`${option}_value`];
    const name = cells[`${option}_name`] || group.names[`${option}_name`];
    if (!value || !name) continue;
    said[`${option}_name`] = name;
    said[`${option}_value`] = value;
  }
  return said;
}

/** A combination at the product's price has none of its own; WooCommerce's product has that of its first variation. */
function finished({ line, cells, combinations, pictures, isPriced }: Group): FileProduct {
  const price = cells.price_ht ?? (isPriced ? undefined : combinations[0]?.cells.price_ht);
  const lines = combinations.map((own) => {
    const isUsual = !own.cells.combination_id && own.cells.price_ht === price && price !== undefined;
    return { line: own.line, cells: { ...own.cells, ...(isUsual && { price_ht: '0' }) } };
  });
  const images = [...new Set(pictures)].join('|');
  const own = { ...cells, ...(price && { price_ht: price }), ...(images && { images }) };
  return { line, cells: own, combinations: lines as FileLine[] };
}

/** Products that are sent together. */
const MOST_PRODUCTS = 100;
/** Bytes that are, unless a single one has more: a slow line sends them within the time that an answer is waited for. */
const MOST_BYTES = 200_000;

export function portionsOf(products: readonly FileProduct[]): FileProduct[][] {
  const portions: FileProduct[][] = [];
  const encoder = new TextEncoder();
  let bytes = Number.POSITIVE_INFINITY;
  for (const product of products) {
    const own = encoder.encode(JSON.stringify(product)).length;
    const last = portions.at(-1);
    if (last && last.length < MOST_PRODUCTS && bytes + own <= MOST_BYTES) {
      last.push(product);
      bytes += own;
    } else {
      portions.push([product]);
      bytes = own;
    }
  }
  return portions;
}
