/** Which expeditions are listed, in the address. */
import { listSearch, text } from '../../recipe/list/search.ts';

export const expeditionList = listSearch('/dashboard/api/internal-expeditions', {
  status: text(),
  warehouse: text(),
});

export type ExpeditionSearch = ReturnType<typeof expeditionList.validate>;
