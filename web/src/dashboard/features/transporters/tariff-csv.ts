/** A file of tariffs as the shop writes it, or as a spreadsheet saved it: read into the form, where it can be looked at first. */
import { madeOf } from '@/domain/wilayas.ts';
import { cellsOf, plain } from '@/lib/csv.ts';
import {
  type Delivery,
  freeFromOf,
  hoursOf,
  keyOf,
  MOST_ADDRESS,
  priceOf,
  type TariffDraft,
  type Tariffs,
  USUAL_DELAY,
} from './draft.ts';

/** What a file says, and the lines that say nothing. */
export interface Read {
  tariffs: Tariffs;
  /** Keys that the file leaves without a price: nobody is served there. */
  removed: readonly string[];
  /** From 1, as a spreadsheet counts them. */
  wrongLines: readonly number[];
}

/** Wilayas with their communes. */
export type Places = ReadonlyMap<string, ReadonlySet<string>>;

const DELIVERIES: Readonly<Record<string, Delivery>> = { home: 'home', desk: 'desk' };
/** More than any list of tariffs has. */
const MOST_LINES = 5_000;
/** As a spreadsheet counts them, below the head. */
const FIRST_LINE = 2;

type CellOf = (column: string) => string;

/** The lines below the head by their numbers; `null` where the file has not the columns of a list of tariffs. */
function linesOf(text: string): Map<number, CellOf> | null {
  const [head = [], ...lines] = cellsOf(text, MOST_LINES);
  const columns = head.map((name) => name.trim().toLowerCase());
  if (['wilaya', 'type', 'price'].some((name) => !columns.includes(name))) return null;
  const numbered = lines.map((cells, line) => {
    const cell: CellOf = (name) => plain(cells[columns.indexOf(name)]);
    return { number: line + FIRST_LINE, cell, isEmpty: cells.every((one) => one.trim() === '') };
  });
  return new Map(numbered.filter(({ isEmpty }) => !isEmpty).map(({ number, cell }) => [number, cell]));
}

const wilayaOf = (cell: CellOf) => cell('wilaya').padStart(2, '0');

/** Wilayas of which a file names communes, or may: one that moved is still named by who goes by an older list. */
export function wilayasWithCommunes(text: string): ReadonlySet<string> {
  const cells = [...(linesOf(text)?.values() ?? [])];
  const named = cells.filter((cell) => cell('commune')).map(wilayaOf);
  return new Set(named.flatMap((id) => [id, ...madeOf(id)]));
}

/** `null` where the file has not the columns of a list of tariffs. */
export function readTariffs(text: string, places: Places): Read | null {
  const lines = linesOf(text);
  if (!lines) return null;
  const tariffs: Record<string, TariffDraft> = {};
  const removed: string[] = [];
  const wrongLines: number[] = [];
  for (const [number, cell] of lines) {
    const found = readLine(cell, places);
    if (found === null) wrongLines.push(number);
    else if (found.tariff) tariffs[found.key] = found.tariff;
    else removed.push(found.key);
  }
  return { tariffs, removed, wrongLines };
}

function readLine(cell: CellOf, places: Places) {
  const named = wilayaOf(cell);
  const commune = cell('commune');
  const communeId = commune ? commune.padStart(4, '0') : null;
  const delivery = DELIVERIES[cell('type').toLowerCase()];
  const has = (id: string) => (communeId ? places.get(id)?.has(communeId) : places.has(id));
  const wilayaId = [named, ...madeOf(named)].find(has);
  if (!wilayaId || !delivery) return null;
  const key = keyOf({ wilayaId, communeId }, delivery);
  const price = cell('price');
  if (!price) return { key };
  const delay = delayOf(cell('delay_min_hours'), cell('delay_max_hours'));
  const address = cell('desk_address');
  const freeFrom = cell('free_from');
  const isWrong = priceOf(price) === null || delay === null || freeFromOf(freeFrom) === null;
  if (isWrong || [...address].length > MOST_ADDRESS) return null;
  return { key, tariff: { price, delay, address, freeFrom } };
}

function delayOf(from: string, to: string): string | null {
  return !from && !to ? USUAL_DELAY : hoursOf(from, to);
}

/** The prices with what a file says of them. */
export function withRead(tariffs: Tariffs, { tariffs: brought, removed }: Read): Tariffs {
  const others = Object.entries(tariffs).filter(([key]) => !removed.includes(key));
  return { ...Object.fromEntries(others), ...brought };
}
