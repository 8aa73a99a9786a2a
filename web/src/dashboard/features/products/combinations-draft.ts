/** What is typed of a product's combinations, and what of it is to be sent. */
import { fromDinars, toDinars } from '@/domain/money.ts';
import { moneyText, parseMoney } from '@/ui/form/money-text.ts';
import type { CombinationsChange, Product, ProductCombination } from '../../data/types.ts';

/** Combinations that one product may have. */
export const MOST_COMBINATIONS = 2000;

export type ChosenOption = ProductCombination['options'][number];

export interface CombinationRow {
  /** What it is of each attribute. */
  options: readonly ChosenOption[];
  sku: string;
  barcode: string;
  /** Own price before tax as it is typed; 0 stands for the product's. */
  price: string;
  isActive: boolean;
}

export type Rows = Readonly<Record<string, CombinationRow>>;

export interface CombinationsDraft {
  /** By their ids, in their order. */
  rows: Rows;
  /** Id of the one that is chosen first; empty for none. */
  defaultId: string;
}

export function draftOf({ combinations }: Product): CombinationsDraft {
  const row = ({ options, sku, barcode, priceHt, isActive }: ProductCombination): CombinationRow => ({
    options,
    sku,
    barcode,
    price: moneyText(fromDinars(priceHt)),
    isActive,
  });
  return {
    rows: Object.fromEntries(combinations.map((one) => [one.id, row(one)])),
    defaultId: combinations.find(({ isDefault }) => isDefault)?.id ?? '',
  };
}

export function newRow(options: readonly ChosenOption[]): CombinationRow {
  return { options, sku: '', barcode: '', price: '0,00', isActive: true };
}

export function nameOf({ options }: CombinationRow): string {
  return options.map(({ name }) => name).join(' / ');
}

/** What of a row no other row may have. */
export type Code = 'sku' | 'barcode';

/** Ids of rows whose SKU, or barcode, another row before them has. */
export function repeatedCodes(rows: Rows, code: Code): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const [id, { [code]: text }] of Object.entries(rows)) {
    const trimmed = text.trim();
    if (trimmed && seen.has(trimmed)) repeated.add(id);
    seen.add(trimmed);
  }
  return repeated;
}

/** The first row of which nothing can be sent. */
export function firstWrongRow(rows: Rows): string | undefined {
  const repeated = [repeatedCodes(rows, 'sku'), repeatedCodes(rows, 'barcode')];
  const isWrong = ([id, { price }]: [string, CombinationRow]) =>
    parseMoney(price) === null || repeated.some((ids) => ids.has(id));
  return Object.entries(rows).find(isWrong)?.[0];
}

/** What to send: all of them; `null` while a price can't be read or a SKU or a barcode stands twice. */
export function bodyOf(read: Product, { rows, defaultId }: CombinationsDraft): CombinationsChange | null {
  if (repeatedCodes(rows, 'sku').size + repeatedCodes(rows, 'barcode').size > 0) return null;
  const known = new Set(read.combinations.map(({ id }) => id));
  const combinations: CombinationsChange['combinations'] = [];
  for (const [id, { options, sku, barcode, price, isActive }] of Object.entries(rows)) {
    const amount = parseMoney(price);
    if (amount === null) return null;
    combinations.push({
      id,
      optionIds: known.has(id) ? [] : options.map((option) => option.id),
      sku: sku.trim(),
      barcode: barcode.trim(),
      priceHt: toDinars(amount),
      isDefault: id === defaultId,
      isActive,
    });
  }
  return { version: read.version, combinations };
}
