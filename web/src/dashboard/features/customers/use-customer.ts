/** What is done with a customer. */
import { useNavigate } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import type { Customer } from '../../data/types.ts';
import { useIntent } from '../../recipe/form/use-intent.ts';
import { useRecordForm } from '../../recipe/form/use-record-form.ts';
import { bodyOf, type CustomerWanted, draftOf, NEW_ID, WHOLE } from './draft.ts';
import { customerQuery } from './queries.ts';

/** The form of a customer who is there, or is made by its first save. */
export function useCustomerForm(customer: Customer) {
  const navigate = useNavigate();
  const create = useIntent<CustomerWanted>('customer');
  const isNew = customer.id === NEW_ID;
  const send = async (wanted: CustomerWanted) => {
    const sent = isNew
      ? create.once(wanted, (id) => post(id, wanted)).then(({ data }) => data)
      : patch(customer.id, wanted);
    return (await sent) as Customer;
  };
  return useRecordForm(customer, {
    kind: 'customer',
    draftOf,
    whole: WHOLE,
    bodyOf,
    send,
    // Several ids lead to one customer: the page stays with its own.
    keyOf: ({ id }) => customerQuery(isNew ? id : customer.id).queryKey,
    lists: ['/dashboard/api/customers'],
    onSaved: (saved) => {
      told(m.db_customer_saved({ name: `${saved.firstname} ${saved.lastname}` }));
      if (!isNew) return;
      void navigate({ to: '/customers/$id', params: { id: saved.id }, ignoreBlocker: true });
    },
  });
}

function post(id: string, wanted: CustomerWanted) {
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
  return client.POST('/dashboard/api/customers', { body });
}

async function patch(id: string, body: CustomerWanted) {
  const { data } = await client.PATCH('/dashboard/api/customers/{id}', { params: { path: { id } }, body });
  return data && { ...data, id };
}
