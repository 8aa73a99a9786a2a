import { type RefObject, useEffect, useId, useState } from 'react';
import { ADDRESS_MAX } from '@/domain/checkout-form.ts';
import { fromDinars, ZERO } from '@/domain/money.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useIsNarrow } from '@/lib/use-is-narrow.ts';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import { UnsavedGuard } from '@/ui/form/unsaved-guard.tsx';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import { NewPage } from '../../../recipe/detail/detail-page.tsx';
import { DiscardQuestion } from '../../../recipe/form/discard-question.tsx';
import { TextField } from '../../../recipe/form/fields.tsx';
import { FormNotes } from '../../../recipe/form/form-notes.tsx';
import { sendOnCtrlEnterAlone } from '../../../recipe/form/send-on-ctrl-enter.ts';
import { useFocusGivenBack } from '../../../recipe/form/use-focus-given-back.ts';
import { EmailField } from '../../../recipe/inputs/person-fields.tsx';
import { DestinationFields } from '../destination-fields.tsx';
import { LinesEditor } from '../lines/lines-editor.tsx';
import { searchIn } from '../lines/search-in.ts';
import { Cost } from './cost.tsx';
import { CustomerFields } from './customer-fields.tsx';
import { NewOrderBar } from './new-order-bar.tsx';
import { type NewOrderForm, useNewOrder } from './use-new-order.ts';

/** An order of somebody who is on the phone, or wrote on a network: what they want on one side, who and where on the other. */
export function NewOrderPage() {
  const form = useNewOrder();
  useFocusOnSearch(form.frame);
  const fields = useFocusGivenBack<HTMLFieldSetElement>(form.isSaving);
  const [isDiscarding, setDiscarding] = useState(false);
  // Nothing is asked where nothing is lost.
  const discard = () => (form.isChanged ? setDiscarding(true) : form.discard());
  return (
    <NewPage title={m.db_new_order()}>
      <form
        ref={form.frame}
        noValidate
        onKeyDown={sendOnCtrlEnterAlone}
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        <FormNotes form={{ ...form, discard }} nameOf={() => m.db_new_order()} />
        <fieldset ref={fields} className={layoutStyles.two} disabled={form.isSaving}>
          <div>
            <Products form={form} />
          </div>
          <div>
            <CustomerFields form={form} />
            <Delivery form={form} />
            <Confirmed form={form} />
          </div>
        </fieldset>
        <NewOrderBar form={form} onDiscard={discard} />
        {isDiscarding && (
          <DiscardQuestion
            title={m.db_new_order_discard()}
            warning={form.isUnanswered() ? m.db_new_order_discard_unanswered() : undefined}
            isSaving={form.isSaving}
            next={() => searchIn(form.frame.current)}
            onDiscard={form.discard}
            onClose={() => setDiscarding(false)}
          />
        )}
        <UnsavedGuard isDirty={form.isChanged || form.isSaving} isKept={form.isKept} onSave={form.save} />
      </form>
    </NewPage>
  );
}

/** Whoever is on the phone says first what they want; under a thumb, the keyboard would hide the page. */
function useFocusOnSearch(frame: RefObject<HTMLFormElement | null>): void {
  const [isThumb] = useState(useIsNarrow());
  useEffect(() => {
    if (!isThumb) searchIn(frame.current)?.focus({ preventScroll: true });
  }, [frame, isThumb]);
}

interface PartProps {
  form: NewOrderForm;
}

function Products({ form }: PartProps) {
  const { draft, quote } = form;
  const errors = form.errorsAt('lines');
  return (
    <section className={panelStyles.panel}>
      <header className={headsStyles.panelHead}>
        <h2>{m.db_order_lines()}</h2>
      </header>
      <div className={panelStyles.body}>
        <Prices form={form} />
        <LinesEditor
          lines={draft.lines}
          quote={quote.data}
          errorsAt={form.lineErrorsAt}
          onChange={(change) => form.set(({ lines }) => ({ lines: change(lines) }))}
        />
        {errors.length > 0 && (
          <p className={fieldStyles.error} role="alert">
            {errors.join(' ')}
          </p>
        )}
      </div>
      {draft.lines.length > 0 && <Cost quote={quote} changedTotal={form.changedTotal} />}
    </section>
  );
}

const TYPES = [
  ['phoneorder', m.db_order_retail],
  ['wholesalerorder', m.db_order_wholesale],
] as const;

/** To whom it is sold: what it costs is told anew. */
function Prices({ form }: PartProps) {
  return (
    <fieldset className={`${fieldStyles.choices} ${fieldStyles.choicesRow}`}>
      <legend className="visually-hidden">{m.db_new_order_prices()}</legend>
      {TYPES.map(([type, word]) => (
        <label key={type}>
          <input
            type="radio"
            name="type"
            className={checkStyles.check}
            checked={form.draft.type === type}
            onChange={() => form.set({ type })}
          />
          {word()}
        </label>
      ))}
    </fieldset>
  );
}

function Delivery({ form }: PartProps) {
  const goods = form.quote.data ? fromDinars(form.quote.data.productsTotal) : ZERO;
  return (
    <section className={panelStyles.panel} data-delivery>
      <header className={headsStyles.panelHead}>
        <h2>{m.db_order_delivery()}</h2>
      </header>
      <div className={`${panelStyles.body} ${layoutStyles.stack} ${layoutStyles.stackWide}`}>
        <DestinationFields form={form} parcel={{ goods }} />
        <TextField form={form} at="address" label={m.db_customer_address()} maxLength={ADDRESS_MAX} />
        <EmailField form={form} />
      </div>
    </section>
  );
}

function Confirmed({ form }: PartProps) {
  const hint = useId();
  return (
    <section className={panelStyles.panel}>
      <div className={`${panelStyles.body} ${fieldStyles.choices}`}>
        <label>
          <input
            type="checkbox"
            className={checkStyles.check}
            aria-describedby={hint}
            checked={form.draft.confirm}
            onChange={({ target }) => form.set({ confirm: target.checked })}
          />
          {m.db_new_order_confirmed()}
        </label>
        <span className={fieldStyles.hint} id={hint}>
          {m.db_new_order_confirmed_hint()}
        </span>
      </div>
    </section>
  );
}
