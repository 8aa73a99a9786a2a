/** Who orders, in a correction and in an order that staff make. */
import type { CheckoutForm } from '@/domain/checkout-form.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type FieldForm, TextField } from '../../recipe/form/fields.tsx';

interface PersonFieldProps {
  form: FieldForm<CheckoutForm>;
}

export function NameFields({ form }: PersonFieldProps) {
  return (
    <>
      <TextField form={form} at="firstname" label={m.db_customer_firstname()} maxLength={20} />
      <TextField form={form} at="lastname" label={m.db_customer_lastname()} maxLength={20} />
    </>
  );
}

export function PhoneField({ form }: PersonFieldProps) {
  return (
    <TextField
      form={form}
      at="phone"
      label={m.db_customer_phone()}
      type="tel"
      inputMode="tel"
      dir="ltr"
      maxLength={20}
    />
  );
}

export function EmailField({ form }: PersonFieldProps) {
  return (
    <TextField form={form} at="email" label={m.db_customer_email()} type="email" dir="ltr" maxLength={254} />
  );
}
