/** Which warehouse's stock is looked at, and what of it; in the address. */
import * as v from 'valibot';
import { optionalPage, optionalSize, optionalText } from '../../search-params.ts';

export const stockSearchSchema = v.object({
  warehouse: optionalText,
  q: optionalText,
  page: optionalPage,
  size: optionalSize,
});

export type StockSearch = v.InferOutput<typeof stockSearchSchema>;
