/** Who somebody is: on their card, and in an order that staff make or correct. */
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type FieldForm, TextField } from '../form/fields.tsx';

interface Person {
  readonly phone: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
}

interface PersonFieldProps {
  form: FieldForm<Person>;
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
