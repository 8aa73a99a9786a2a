/** Files of products: read from what was chosen, and written for the merchant to keep. */
import { m } from '@/i18n/paraglide.gen/messages.js';
import { cellsOf, textOf, textOfRows } from '@/lib/csv.ts';
import { client } from '../../data/api.ts';
import type { FileProduct, ImportPictures, MissedPicture, RefusedProducts } from '../../data/types.ts';
import { OWN_COLUMNS, type OwnColumn } from './columns.ts';
import { columnWord, faultWord } from './words.ts';

/** A file as it was chosen. */
export interface ChosenFile {
  name: string;
  headers: readonly string[];
  rows: readonly (readonly string[])[];
}

const MOST_BYTES = 50 * 1024 * 1024;
const MOST_LINES = 100_000;
const MOST_COLUMNS = 200;

/** `null` where it can't be one of products. */
export async function readFile(file: File): Promise<ChosenFile | null> {
  if (file.size > MOST_BYTES) return null;
  const [headers = [], ...rows] = cellsOf(textOf(await file.arrayBuffer()), MOST_LINES + 2);
  const isFine = headers.length > 1 && headers.length <= MOST_COLUMNS && rows.length <= MOST_LINES + 1;
  return isFine && rows.length > 0 ? { name: file.name.slice(0, 200), headers, rows } : null;
}

/** The columns with a product, and a product with two combinations. */
const TEMPLATE: readonly Partial<Record<OwnColumn, string>>[] = [
  {
    slug: 'savon-noir',
    name_fr: 'Savon noir',
    name_ar: 'صابون أسود',
    name_en: 'Black soap',
    price_ht: '450.00',
    tax_rate: '19.00',
    category: 'Beauté',
    tags: 'cadeau|bain',
    sku: 'SAV-1',
    weight: '250',
    active: 'no',
  },
  { slug: 'foulard', name_fr: 'Foulard', price_ht: '1200.50', category: 'Mode', active: 'no' },
  { slug: 'foulard', sku: 'FOU-R', option1_name: 'Couleur', option1_value: 'Rouge' },
  { slug: 'foulard', sku: 'FOU-B', price_ht: '1300', option1_name: 'Couleur', option1_value: 'Bleu' },
];

export function saveTemplate(): void {
  const lines = TEMPLATE.map((cells) => OWN_COLUMNS.map((column) => cells[column] ?? ''));
  save('products-template.csv', [OWN_COLUMNS, ...lines]);
}

/** The refused products and the pictures that are missing, as a file that can be put right and imported: behind their cells, why. */
export async function saveErrors(id: string): Promise<void> {
  const lines: string[][] = [];
  for await (const { products, faults } of refusedOf(id)) {
    lines.push(...products.flatMap((product) => errorLines(product, faults)));
  }
  let after: number | null | undefined = 0;
  while (typeof after === 'number') {
    const step: ImportPictures | undefined = await missedAfter(id, after);
    lines.push(...(step?.missed ?? []).map(missedLine));
    after = step?.next;
  }
  save('products-errors.csv', [[...OWN_COLUMNS, 'reference', 'parent', 'error'], ...lines]);
}

/** All products that a step refused, as the portions have them. */
async function* refusedOf(id: string): AsyncGenerator<RefusedProducts> {
  let from: number | null | undefined = 0;
  while (typeof from === 'number') {
    const step: RefusedProducts | undefined = await refusedFrom(id, from);
    if (step) yield step;
    from = step?.next;
  }
}

async function refusedFrom(id: string, from: number): Promise<RefusedProducts | undefined> {
  const { data } = await client.GET('/dashboard/api/product-imports/{id}/refused', {
    params: { path: { id }, query: { from } },
  });
  return data;
}

async function missedAfter(id: string, after: number): Promise<ImportPictures | undefined> {
  const { data } = await client.GET('/dashboard/api/product-imports/{id}/pictures', {
    params: { path: { id }, query: { after } },
  });
  return data;
}

function missedLine({ productId, address, code }: MissedPicture): string[] {
  const cells: Partial<Record<OwnColumn, string>> = { id: productId, images: address };
  return [...OWN_COLUMNS.map((column) => cells[column] ?? ''), '', '', faultWord(code)];
}

function errorLines(product: FileProduct, faults: RefusedProducts['faults']): string[][] {
  const { id, slug } = product.cells;
  const named = { ...(id && { id }), ...(slug && { slug }) };
  // A product of another shop's file that has neither is held together by the line that it stood in.
  const isLoose = !id && !slug;
  return [product, ...(product.combinations ?? [])].map(({ line, cells }, at) => {
    const all: Record<string, string> = { ...cells, ...named };
    const reference = isLoose && at === 0 ? String(product.line) : '';
    const parent = isLoose && at > 0 ? `id:${product.line}` : '';
    const why = faults.filter((fault) => fault.line === line).map(toldFault);
    return [...OWN_COLUMNS.map((column) => all[column] ?? ''), reference, parent, why.join(' ')];
  });
}

/** What the file says where a fault is; empty where that is nothing. */
export function cellAt(
  products: readonly FileProduct[],
  { line, column }: RefusedProducts['faults'][number],
): string {
  const lines = products.flatMap((product) => [product, ...(product.combinations ?? [])]);
  return lines.find((found) => found.line === line)?.cells[column] ?? '';
}

export function toldFault({ column, code }: { column: string; code: string }): string {
  const known = OWN_COLUMNS.find((own) => own === column);
  return known ? m.db_import_fault({ column: columnWord(known), why: faultWord(code) }) : faultWord(code);
}

function save(name: string, rows: readonly (readonly string[])[]): void {
  const address = URL.createObjectURL(new Blob([textOfRows(rows)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
