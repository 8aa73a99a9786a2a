/** For who finds a thing sold out: the phone that the shop calls when it is back. What is sent again is the same wish. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '@/api/errors.ts';
import { groupPhone, isPhone } from '@/domain/phone-dz.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Button } from '@/ui/native/button.tsx';
import * as fieldStyles from '@/ui/native/field.module.css';
import { Field } from '@/ui/native/field.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { client } from '../../api.ts';
import { errorText } from '../../parts/error-text.ts';
import * as noteStyles from '../../parts/note.module.css';
import * as orderStyles from '../../parts/order.module.css';
import { PhoneInput } from '../../parts/phone-input.tsx';
import * as styles from './restock.module.css';

/** As the catalogue takes it, in characters. */
const LONGEST_NAME = 60;

interface RestockProps {
  readonly product: string;
  /** The one that is chosen, where there are several. */
  readonly combination: string | null;
}

export function Restock({ product, combination }: RestockProps) {
  const id = useId();
  const [phone, setPhone] = useState('');
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const send = useMutation({
    mutationFn: () =>
      client.POST('/web/api/product/restock-requests', { body: { product, combination, phone, name } }),
  });
  if (send.isSuccess) {
    return (
      <p className={styles.sent} role="status">
        {m.sf_restock_sent({ phone: `\u2066${groupPhone(phone)}\u2069` })}
      </p>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isPhone(phone) && !send.isPending) send.mutate();
  };
  const isWrong = (isTried && !isPhone(phone)) || isRefused(send.error, 'phone');
  return (
    <section className={orderStyles.order} aria-labelledby={`${id}-title`}>
      <div>
        <h2 id={`${id}-title`}>{m.sf_restock_title()}</h2>
        <p className="small quiet">{m.sf_restock_lead()}</p>
      </div>
      <form noValidate onSubmit={submit}>
        <Field
          id={id}
          label={m.sf_field_phone()}
          problem={isWrong ? m.sf_restock_phone_wrong() : undefined}
          help={m.sf_restock_phone_help()}
          wide
        >
          {(control) => (
            <PhoneInput
              {...control}
              name="phone"
              placeholder="05 55 12 34 56"
              required
              value={phone}
              onChange={setPhone}
            />
          )}
        </Field>
        <Field
          id={`${id}-name`}
          label={`${m.sf_restock_name()} (${m.sf_optional()})`}
          problem={isRefused(send.error, 'name') ? m.sf_review_field_wrong() : undefined}
          wide
        >
          {(control) => (
            <input
              {...control}
              className={fieldStyles.input}
              autoComplete="name"
              maxLength={LONGEST_NAME}
              value={name}
              onChange={({ target }) => setName((target as HTMLInputElement).value)}
            />
          )}
        </Field>
        {send.error && (
          <p className={noteStyles.problem} role="alert">
            <Icon name="warning" />
            {problemOf(send.error)}
          </p>
        )}
        <Button kind="primary" wide type="submit" busy={send.isPending}>
          {m.sf_restock_send()}
        </Button>
      </form>
    </section>
  );
}

function isRefused(error: Error | null, field: string): boolean {
  return error instanceof ApiError && field in error.fields;
}

/** What was typed is still there, and says so where the line was cut. */
function problemOf(error: Error): string {
  if (error instanceof ApiError && error.code === 'catalog.can_be_had') return m.sf_restock_can_be_had();
  if (error instanceof ApiError && error.status === 429) return m.sf_restock_many();
  if (error instanceof ApiError && error.offline) return `${m.sf_restock_error()} ${errorText(error)}`;
  return m.sf_restock_error();
}
