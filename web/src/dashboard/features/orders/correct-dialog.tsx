import { ADDRESS_MAX, type CheckoutForm } from '@/domain/checkout-form.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { isStale } from '../../data/messages.ts';
import type { OrderDetail } from '../../data/types.ts';
import { type FieldForm, TextField } from '../../recipe/form/fields.tsx';
import { FormDialogFrame } from '../../recipe/form/form-dialog.tsx';
import { ConflictsNote } from '../../recipe/form/form-notes.tsx';
import { correctedWord } from './correction-words.ts';
import { DestinationFields } from './destination-fields.tsx';
import { StaleNote } from './stale-note.tsx';
import { useCorrection } from './use-correction.ts';

interface CorrectDialogProps {
  order: OrderDetail;
  /** What takes the focus afterwards. */
  returnTo?: () => HTMLElement | null;
  onClose: () => void;
}

/** What the customer says on the phone is otherwise: who they are, and where and how it is delivered. */
export function CorrectDialog({ order, returnTo, onClose }: CorrectDialogProps) {
  const form = useCorrection(order, onClose);
  return (
    <FormDialogFrame
      form={form}
      title={m.db_order_correct_title({ number: order.number })}
      submit={m.db_order_correct_submit()}
      isReady={form.isReady}
      refusal={(error) => (isStale(error) ? <StaleNote status={order.status} /> : undefined)}
      returnTo={returnTo}
      onClose={onClose}
    >
      <ConflictsNote conflicts={form.deciding.conflicts} nameOf={correctedWord} />
      <PersonFields form={form} />
      <DestinationFields form={form} order={order} />
      <TextField form={form} at="address" label={m.db_customer_address()} maxLength={ADDRESS_MAX} />
    </FormDialogFrame>
  );
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
