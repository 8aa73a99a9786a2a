import type { ReactNode } from 'react';
import { ADDRESS_MAX, type CheckoutForm } from '@/domain/checkout-form.ts';
import { fromDinars } from '@/domain/money.ts';
import { listed, money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as panelStyles from '@/ui/rich/panel.module.css';
import { isStale } from '../../data/messages.ts';
import type { OrderDetail } from '../../data/types.ts';
import { deliveryWord } from '../../parts/delivery-word.ts';
import { type FieldForm, TextField } from '../../recipe/form/fields.tsx';
import { FormDialogFrame } from '../../recipe/form/form-dialog.tsx';
import { ConflictNote, ConflictsNote } from '../../recipe/form/form-notes.tsx';
import { EmailField, NameFields, PhoneField } from '../../recipe/inputs/person-fields.tsx';
import { BeforeAfter } from './before-after.tsx';
import { isAsAgreed, parcelOf, totalBy } from './correction.ts';
import { correctedWord, feeWord } from './correction-words.ts';
import { DestinationFields, WayField } from './destination-fields.tsx';
import { StaleNote } from './stale-note.tsx';
import { useCorrection } from './use-correction.ts';
import type { Way } from './ways.ts';

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
    <CorrectionFrame
      form={form}
      title={m.db_order_correct_title({ number: order.number })}
      order={order}
      returnTo={returnTo}
      onClose={onClose}
    >
      <PersonFields form={form} />
      <DestinationOf form={form} order={order} />
      <AddressField form={form} />
    </CorrectionFrame>
  );
}

/** By whom and how it goes, where all else is right; to the door it needs an address, which an order to a desk may lack. */
export function CarrierDialog({ order, returnTo, onClose }: CorrectDialogProps) {
  const form = useCorrection(order, onClose);
  return (
    <CorrectionFrame
      form={form}
      title={m.db_order_carrier_title({ number: order.number })}
      order={order}
      returnTo={returnTo}
      onClose={onClose}
    >
      <PlaceNote form={form} order={order} />
      <WayField
        form={form}
        parcel={parcelOf(order)}
        wayNote={(way) => <WayNote form={form} order={order} way={way} />}
      />
      {form.draft.deliveryType === 'home' && order.address.trim() === '' && <AddressField form={form} />}
    </CorrectionFrame>
  );
}

interface CorrectionFrameProps extends CorrectDialogProps {
  form: ReturnType<typeof useCorrection>;
  title: string;
  children: ReactNode;
}

function CorrectionFrame({ form, title, order, returnTo, onClose, children }: CorrectionFrameProps) {
  return (
    <FormDialogFrame
      form={form}
      title={title}
      submit={m.db_order_correct_submit()}
      isReady={form.isReady}
      refusal={(error) => (isStale(error) ? <StaleNote status={order.status} /> : undefined)}
      nameOf={correctedWord}
      returnTo={returnTo}
      onClose={onClose}
    >
      <ConflictsNote conflicts={form.deciding.conflicts} nameOf={correctedWord} />
      {children}
    </FormDialogFrame>
  );
}

function AddressField({ form }: { form: FieldForm<CheckoutForm> }) {
  return <TextField form={form} at="address" label={m.db_customer_address()} maxLength={ADDRESS_MAX} />;
}

function PersonFields({ form }: { form: FieldForm<CheckoutForm> }) {
  return (
    <>
      <NameFields form={form} />
      <PhoneField form={form} />
      <EmailField form={form} />
    </>
  );
}

interface OfOrder {
  form: FieldForm<CheckoutForm>;
  order: OrderDetail;
}

/** Where the order goes, with what that costs where it is not what was agreed. */
function DestinationOf({ form, order }: OfOrder) {
  return (
    <DestinationFields
      form={form}
      parcel={parcelOf(order)}
      placeNote={<PlaceNote form={form} order={order} />}
      wayNote={(way) => <WayNote form={form} order={order} way={way} />}
    />
  );
}

/** What somebody else made of where it goes meanwhile. */
function PlaceNote({ form, order }: OfOrder) {
  return <ConflictNote form={form.deciding} path="place" words={() => placeOf(order)} />;
}

function WayNote({ form, order, way }: OfOrder & { way: Way }) {
  return !isAsAgreed(order, form.draft) && <PriceChange order={order} way={way} />;
}

/** What somebody else made of it: `Kouba, Alger, Yalidine, Domicile, 4, rue des Frères`. */
function placeOf({ commune, wilaya, transporter, deliveryType, address }: OrderDetail): string {
  return listed([commune, wilaya, transporter, deliveryWord(deliveryType), address].filter(Boolean));
}

/** What was agreed and what it would be now, to be said on the phone. */
function PriceChange({ order, way }: { order: OrderDetail; way: Way }) {
  const before = { fee: fromDinars(order.deliveryPrice), total: fromDinars(order.total) };
  return (
    <>
      <dl className={panelStyles.kv}>
        <dt>{m.db_order_fee()}</dt>
        <dd>
          <BeforeAfter before={feeWord(before.fee)} after={feeWord(way.price)} />
        </dd>
        <dt>{m.db_order_total()}</dt>
        <dd className="strong">
          <BeforeAfter before={money(before.total)} after={money(totalBy(way, order))} />
        </dd>
      </dl>
      <p className="small muted">{m.db_order_correct_price()}</p>
    </>
  );
}
