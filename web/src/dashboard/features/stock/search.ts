/** What of a warehouse's stock is looked at, in the address; which warehouse, too. */
import { listSearch } from '../../recipe/list/search.ts';

const stocks = listSearch('/dashboard/api/warehouse/{id}/stocks', {});

export type StockSearch = ReturnType<typeof stocks.validate> & { warehouse?: string };

export const stockList = {
  ...stocks,
  validate(raw: Record<string, unknown>): StockSearch {
    const { warehouse } = raw;
    return { ...(typeof warehouse === 'string' && warehouse && { warehouse }), ...stocks.validate(raw) };
  },
  queryOf: ({ warehouse: _, ...search }: StockSearch) => stocks.queryOf(search),
};
