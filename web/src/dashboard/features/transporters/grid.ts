/** What is filled into many cells of the grid at once. */
import { FORMER_WILAYAS } from '@/domain/wilayas.ts';
import {
  DELIVERIES,
  type Delivery,
  keyOf,
  type Place,
  type TariffDraft,
  type Tariffs,
  withPrices,
} from './draft.ts';

/** What belongs to a price beside it. */
export type Details = Pick<TariffDraft, 'delay' | 'freeFrom' | 'address'>;

export interface Cell {
  row: number;
  delivery: Delivery;
}

/** A block of cells as a spreadsheet copies it, laid down from a cell on; what is more than the grid falls away. */
export function pasted(tariffs: Tariffs, places: readonly Place[], at: Cell, text: string): Tariffs {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const first = DELIVERIES.indexOf(at.delivery);
  const changes = lines.flatMap((line, down) =>
    line.split('\t').flatMap((price, right) => {
      const [place, delivery] = [places[at.row + down], DELIVERIES[first + right]];
      return place && delivery ? [[keyOf(place, delivery), price.trim()] as const] : [];
    }),
  );
  return withPrices(tariffs, changes);
}

/** The price of a cell in all below it: of a wilaya in wilayas, of a commune in the communes of its wilaya. */
export function filledDown(tariffs: Tariffs, places: readonly Place[], { row, delivery }: Cell): Tariffs {
  const from = places[row];
  if (!from) return tariffs;
  const price = tariffs[keyOf(from, delivery)]?.price ?? '';
  const isAlike = ({ wilayaId, communeId }: Place) =>
    from.communeId === null ? communeId === null : communeId !== null && wilayaId === from.wilayaId;
  const below = places.slice(row + 1).filter(isAlike);
  return withPrices(
    tariffs,
    below.map((place) => [keyOf(place, delivery), price] as const),
  );
}

/** The wilayas that have no price yet and were made of one that has: as it, its desk too, where their parcels lie meanwhile. */
export function withFormer(tariffs: Tariffs): Tariffs {
  const wilaya = (wilayaId: string) => ({ wilayaId, communeId: null });
  const copies = [...FORMER_WILAYAS].flatMap(([id, former]) =>
    DELIVERIES.flatMap((delivery) => {
      const [own, theirs] = [keyOf(wilaya(id), delivery), tariffs[keyOf(wilaya(former), delivery)]];
      return theirs?.price && !tariffs[own]?.price ? [[own, theirs] as const] : [];
    }),
  );
  return { ...tariffs, ...Object.fromEntries(copies) };
}

/**
 * A place's prices with other details; `everywhere` those of all other places of the same delivery type too, whose desks stay
 * where they are.
 */
export function withDetails(
  tariffs: Tariffs,
  place: Place,
  details: Partial<Record<Delivery, Details>>,
  everywhere: boolean,
): Tariffs {
  const entries = Object.entries(tariffs).map(([key, tariff]) => {
    const delivery = DELIVERIES.find((one) => key.endsWith(`-${one}`));
    const changed = delivery && details[delivery];
    if (!changed || !tariff.price) return [key, tariff] as const;
    if (key === keyOf(place, delivery)) return [key, { ...tariff, ...changed }] as const;
    return [key, everywhere ? { ...tariff, ...changed, address: tariff.address } : tariff] as const;
  });
  return Object.fromEntries(entries);
}
