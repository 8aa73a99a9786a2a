/** What the order list asks for, in the address. */
import { isStatus } from '../../order-status.ts';
import { day, listSearch, oneOf, text, textThat } from '../../recipe/list/search.ts';

/** One status, or several joined by commas. */
const statuses = textThat((raw) => raw.split(',').every(isStatus));

export const orderList = listSearch(
  '/dashboard/api/orders',
  {
    status: statuses,
    wilaya: text(),
    transporter: text(),
    employee: text(),
    period: oneOf(['today', 'yesterday', 'week', 'month']),
    from: day(),
    until: day(),
  },
  ['oldest', 'nextCall'],
);

export type OrderSearch = ReturnType<typeof orderList.validate>;
