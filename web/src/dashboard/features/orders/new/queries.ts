/** What an order that staff make asks of the customers. */
import { useQuery } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { isPhone, nationalDigits } from '@/domain/phone-dz.ts';
import { api } from '../../../data/api.ts';
import type { Customer } from '../../../data/types.ts';

function customersQuery(phone: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/customers',
    { params: { query: { q: phone } } },
    { staleTime: FRESH.listing },
  );
}

function customerQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/customers/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.listing },
  );
}

/** Who orders from the phone that is typed, once it is whole. */
export function useKnownCustomer(typed: string): Customer | undefined {
  const phone = nationalDigits(typed);
  const isAsked = isPhone(phone);
  const found = useQuery({ ...customersQuery(phone), enabled: isAsked }).data;
  // The same digits may stand in another's number of an order.
  const id = isAsked ? found?.customers.find((one) => one.phone === phone)?.id : undefined;
  const customer = useQuery({ ...customerQuery(id ?? ''), enabled: id !== undefined }).data;
  return id === undefined ? undefined : customer;
}
