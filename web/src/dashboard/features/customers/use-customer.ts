/** What is done with a customer. */
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import type { Customer } from '../../data/types.ts';
import { useDetailForm } from '../../recipe/detail/use-detail-form.ts';
import { NEW_ID } from '../../recipe/form/editing.ts';
import { bodyOf, type CustomerWanted, draftOf, WHOLE } from './draft.ts';
import { customerQuery } from './queries.ts';

/** The form of a customer who is there, or is made by its first save. */
export function useCustomerForm(customer: Customer) {
  return useDetailForm(customer, {
    kind: 'customer',
    draftOf,
    whole: WHOLE,
    bodyOf,
    create: post,
    change: patch,
    // Several ids lead to one customer: the page stays with its own.
    keyOf: ({ id }) => customerQuery(customer.id === NEW_ID ? id : customer.id).queryKey,
    lists: ['/dashboard/api/customers'],
    screen: '/customers/$id',
    done: ({ firstname, lastname }) => m.db_customer_saved({ name: `${firstname} ${lastname}` }),
  });
}

async function post(id: string, wanted: CustomerWanted) {
  const { phone = '', firstname, lastname, email, wilayaId, communeId, address, note } = wanted;
  const body = {
    id,
    phone,
    firstname: firstname ?? '',
    lastname: lastname ?? '',
    email: email ?? '',
    wilayaId: wilayaId ?? '',
    communeId: communeId ?? '',
    address: address ?? '',
    note: note ?? '',
  };
  return (await client.POST('/dashboard/api/customers', { body })).data;
}

async function patch(id: string, body: CustomerWanted) {
  const { data } = await client.PATCH('/dashboard/api/customers/{id}', { params: { path: { id } }, body });
  return data && { ...data, id };
}
