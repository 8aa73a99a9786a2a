import { useQueryClient } from '@tanstack/react-query';
import { ADDRESS_MAX, type CheckoutForm, missingFields } from '@/domain/checkout-form.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import { currentOf, isStale } from '../../data/messages.ts';
import type { OrderDetail } from '../../data/types.ts';
import { type FieldForm, TextField } from '../../recipe/form/fields.tsx';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import { bodyOf, draftOf } from './correction.ts';
import { DestinationFields } from './destination-fields.tsx';
import { orderQuery } from './queries.ts';
import { StaleNote } from './stale-note.tsx';

interface CorrectDialogProps {
  order: OrderDetail;
  onClose: () => void;
}

/** What the customer says on the phone is otherwise: who they are, and where and how it is delivered. */
export function CorrectDialog({ order, onClose }: CorrectDialogProps) {
  const queries = useQueryClient();
  const keep = (present: OrderDetail | undefined) => {
    if (present) queries.setQueryData(orderQuery(order.id).queryKey, present);
  };
  return (
    <FormDialog
      title={m.db_order_correct_title({ number: order.number })}
      submit={m.db_order_correct_submit()}
      start={draftOf(order)}
      rules={(draft) => missingIn(draft, order)}
      bodyOf={(draft) => bodyOf(order, draft)}
      send={async (body) => {
        const params = { path: { id: order.id } };
        const { data } = await client.PUT('/dashboard/api/orders/{id}/details', { params, body });
        keep(data);
      }}
      refusal={(error) => (isStale(error) ? <StaleNote status={order.status} /> : undefined)}
      onRefused={(refusal) => keep(currentOf<OrderDetail>(refusal))}
      onSettled={() => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/orders'] })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <PersonFields form={form} />
          <DestinationFields form={form} order={order} />
          <TextField form={form} at="address" label={m.db_customer_address()} maxLength={ADDRESS_MAX} />
        </>
      )}
    </FormDialog>
  );
}

/** What an order needs; what this one was placed without is not asked for. */
function missingIn(draft: CheckoutForm, order: OrderDetail): Partial<Record<keyof CheckoutForm, string>> {
  const before = missingFields(draftOf(order));
  const missing = missingFields(draft).filter((field) => !before.includes(field));
  return Object.fromEntries(missing.map((field) => [field, m.db_field_required()]));
}

function PersonFields({ form }: { form: FieldForm<CheckoutForm> }) {
  return (
    <>
      <TextField form={form} at="firstname" label={m.db_customer_firstname()} maxLength={20} />
      <TextField form={form} at="lastname" label={m.db_customer_lastname()} maxLength={20} />
      <TextField
        form={form}
        at="phone"
        label={m.db_customer_phone()}
        type="tel"
        inputMode="tel"
        dir="ltr"
        maxLength={20}
      />
      <TextField
        form={form}
        at="email"
        label={m.db_customer_email()}
        type="email"
        dir="ltr"
        maxLength={254}
      />
    </>
  );
}
