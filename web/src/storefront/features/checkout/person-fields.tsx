/** Who orders: last name, first name, phone. */
import { type FieldProblem, nameCharacters } from '@/domain/checkout-form.ts';
import { isPhone, missingDigits } from '@/domain/phone-dz.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { showIn } from '@/lib/show-in.ts';
import * as fieldStyles from '@/ui/native/field.module.css';
import { Field } from '@/ui/native/field.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { PhoneInput } from '../../parts/phone-input.tsx';
import { fieldId, labelOf, problemText } from './field-texts.ts';
import type { Checkout } from './use-checkout.ts';

const MAX_NAME = 20;

interface PersonFieldsProps {
  readonly checkout: Checkout;
}

export function PersonFields({ checkout }: PersonFieldsProps) {
  return (
    <>
      <NameField checkout={checkout} field="lastname" autoComplete="family-name" />
      <NameField checkout={checkout} field="firstname" autoComplete="given-name" />
      <PhoneField checkout={checkout} />
    </>
  );
}

interface NameFieldProps extends PersonFieldsProps {
  readonly field: 'lastname' | 'firstname';
  readonly autoComplete: string;
}

function NameField({ checkout, field, autoComplete }: NameFieldProps) {
  const problem = checkout.problemFor(field);
  return (
    <Field id={fieldId(field)} label={labelOf(field)} problem={problem && problemText(field, problem)}>
      {(control) => (
        <input
          {...control}
          className={fieldStyles.input}
          name={field}
          autoComplete={autoComplete}
          maxLength={MAX_NAME}
          required
          value={checkout.form[field]}
          onChange={({ target }) => {
            const caret = target.selectionStart;
            const name = nameCharacters(target.value);
            // It is as long as before. A field that the browser fills by itself does not take the focus.
            if (showIn(target, name) && document.activeElement === target)
              target.setSelectionRange(caret, caret);
            checkout.change(field, name);
          }}
          onBlur={() => checkout.leave(field)}
        />
      )}
    </Field>
  );
}

function PhoneField({ checkout }: PersonFieldsProps) {
  const { phone } = checkout.form;
  const problem = checkout.problemFor('phone');
  const icon = problem ? 'warning' : isPhone(phone) ? 'ok' : undefined;
  return (
    <Field
      id={fieldId('phone')}
      label={labelOf('phone')}
      problem={problem && phoneProblem(phone, problem)}
      help={m.sf_phone_help()}
      wide
    >
      {(control) => (
        <div className={fieldStyles.box}>
          <PhoneInput
            {...control}
            name="phone"
            placeholder="05 55 12 34 56"
            required
            value={phone}
            onChange={(digits) => checkout.change('phone', digits)}
            onBlur={() => checkout.leave('phone')}
          />
          {icon && <Icon name={icon} />}
        </div>
      )}
    </Field>
  );
}

/** A number that is only too short is told how much is missing. */
function phoneProblem(phone: string, problem: FieldProblem): string {
  const missing = missingDigits(phone);
  return problem === 'phone' && missing > 0
    ? m.sf_phone_short({ count: missing })
    : problemText('phone', problem);
}
