import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { parseQuantity } from '../../parts/quantity.ts';
import { TextField } from '../../recipe/form/fields.tsx';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import type { DialogFormSpec } from '../../recipe/form/use-dialog-form.ts';

type Spec = DialogFormSpec<{ quantity: string }, { quantity: number }, void>;

interface QuantityDialogProps extends Pick<Spec, 'intent' | 'onRefused' | 'onSettled' | 'onClose'> {
  title: string;
  /** What is counted. */
  label: string;
  hint?: string;
  submit: string;
  start: number;
  /** The most pieces that there can be; null where only the shop knows. */
  most: number | null;
  send: (quantity: number, key: string) => Promise<void>;
  told: () => string;
}

/** How many pieces: a whole number from 1 to what there is (spec 5). */
export function QuantityDialog({
  title,
  label,
  hint,
  submit,
  start,
  most,
  send,
  told,
  ...spec
}: QuantityDialogProps) {
  return (
    <FormDialog
      {...spec}
      title={title}
      submit={submit}
      start={{ quantity: String(start) }}
      rules={({ quantity }) => ({ quantity: wrongQuantity(quantity, most) })}
      bodyOf={({ quantity }) => ({ quantity: parseQuantity(quantity) ?? 0 })}
      send={({ quantity }, key) => send(quantity, key)}
      told={told}
    >
      {(form) => (
        <TextField
          form={form}
          at="quantity"
          label={label}
          hint={hint}
          className={`${fieldStyles.input} ${fieldStyles.inputNumber}`}
          inputMode="numeric"
          dir="ltr"
        />
      )}
    </FormDialog>
  );
}

function wrongQuantity(text: string, most: number | null): string | false {
  const quantity = parseQuantity(text);
  if (most === null) return quantity === null && m.db_stock_quantity_invalid();
  return (quantity === null || quantity > most) && m.db_expedition_invalid_quantity({ n: count(most) });
}
