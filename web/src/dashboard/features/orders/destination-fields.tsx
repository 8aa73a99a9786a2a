import type { CheckoutForm } from '@/domain/checkout-form.ts';
import { fromDinars } from '@/domain/money.ts';
import { listed, money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { useFocusHandedOn } from '@/ui/form/use-focus-handed-on.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import { errorMessage } from '../../data/messages.ts';
import { type PlaceChoice, useCommuneChoices, useWilayaChoices } from '../../data/places.ts';
import type { OrderDetail } from '../../data/types.ts';
import { deliveryWord } from '../../parts/delivery-word.ts';
import type { FieldForm } from '../../recipe/form/fields.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { RelationPicker } from '../../recipe/inputs/relation-picker.tsx';
import { SearchedPicker } from '../../recipe/inputs/searched-picker.tsx';
import { isAsAgreed, totalBy, type Way, wayOf, waysTo } from './correction.ts';
import { feeWord } from './correction-words.ts';
import { useOffers } from './use-correction.ts';

interface DestinationProps {
  form: FieldForm<CheckoutForm>;
  order: OrderDetail;
}

/** Where it goes and by whom, with what that costs where it is not what was agreed. */
export function DestinationFields({ form, order }: DestinationProps) {
  const { draft } = form;
  const wilayas = useWilayaChoices();
  const communes = useCommuneChoices(draft.wilaya);
  return (
    <>
      <SearchedPicker
        label={m.db_customer_wilaya()}
        of={openOf(wilayas, order.wilayaId)}
        none={m.db_customer_wilaya_choose()}
        value={draft.wilaya}
        errors={form.errorsAt('wilaya')}
        note={
          <>
            <Closed of={wilayas} id={draft.wilaya} />
            <ConflictNote form={form.deciding} path="place" words={() => placeOf(order)} />
          </>
        }
        onChange={(wilaya) => form.set({ wilaya, commune: '' })}
      />
      <SearchedPicker
        // What was typed of another wilaya's is forgotten with it.
        key={draft.wilaya}
        label={m.db_customer_commune()}
        of={openOf(communes, order.communeId)}
        none={m.db_customer_commune_choose()}
        value={draft.commune}
        errors={form.errorsAt('commune')}
        note={<Closed of={communes} id={draft.commune} />}
        isLocked={draft.wilaya === ''}
        onChange={(commune) => form.set({ commune })}
      />
      <WayField form={form} order={order} />
    </>
  );
}

type Places = readonly PlaceChoice[] | undefined;

/** Where somebody delivers, and where the order goes as it is. */
function openOf(places: Places, own: string): Places {
  return places?.filter(({ id, isOpen }) => isOpen || id === own);
}

function Closed({ of, id }: { of: Places; id: string }) {
  const isClosed = of?.some((place) => place.id === id && !place.isOpen);
  return isClosed && <span className={fieldStyles.hint}>{m.db_place_closed()}</span>;
}

/** What somebody else made of it: `Kouba, Alger, Yalidine, Domicile, 4, rue des Frères`. */
function placeOf({ commune, wilaya, transporter, deliveryType, address }: OrderDetail): string {
  return listed([commune, wilaya, transporter, deliveryWord(deliveryType), address].filter(Boolean));
}

/** The way of delivering stays in another commune; where it is not offered, another is to be chosen. */
function WayField({ form, order }: DestinationProps) {
  const { draft } = form;
  const { offers, error, refetch } = useOffers(draft.commune);
  const isPlaced = draft.commune !== '';
  const isOfOrder = draft.commune === order.communeId;
  const ways = isPlaced && (offers || isOfOrder) ? waysTo(order, draft.commune, offers ?? []) : undefined;
  const chosen = isPlaced ? wayOf(order, draft, offers) : undefined;
  const isUnknown = isPlaced && !offers;
  const isFailed = isUnknown && error !== null;
  return (
    <RelationPicker
      label={m.db_order_delivery()}
      of={ways?.map((way) => ({ id: keyOf(way), name: nameOf(way) }))}
      value={chosen || (isUnknown && draft.transporter) ? keyOf(draft) : ''}
      isLocked={!isPlaced}
      errors={
        isFailed ? [errorMessage(error)] : [...form.errorsAt('transporter'), ...form.errorsAt('deliveryType')]
      }
      // There before it says anything, for only what becomes of it is read out.
      note={
        <>
          {isFailed && <Retry onRetry={() => void refetch()} />}
          <div role="status">
            {chosen && !isAsAgreed(order, draft) && <PriceChange order={order} way={chosen} />}
          </div>
        </>
      }
      onChange={(key) => {
        const way = ways?.find((one) => keyOf(one) === key);
        if (way) form.set({ transporter: way.transporter, deliveryType: way.deliveryType });
      }}
    />
  );
}

function Retry({ onRetry }: { onRetry: () => void }) {
  const button = useFocusHandedOn<HTMLButtonElement>((going) =>
    going.closest('form')?.querySelector('select'),
  );
  return (
    <button ref={button} type="button" className={buttonStyles.button} onClick={onRetry}>
      {m.db_retry()}
    </button>
  );
}

function keyOf({ transporter, deliveryType }: Pick<CheckoutForm, 'transporter' | 'deliveryType'>): string {
  return `${transporter}-${deliveryType}`;
}

/** `Yalidine, Domicile, 500 DA`. */
function nameOf({ name, deliveryType, price }: Way): string {
  return listed([name, deliveryWord(deliveryType), feeWord(price)]);
}

/** What was agreed and what it would be now, to be said on the phone. */
function PriceChange({ order, way }: { order: OrderDetail; way: Way }) {
  const before = { fee: fromDinars(order.deliveryPrice), total: fromDinars(order.total) };
  return (
    <>
      <dl className={panelStyles.kv}>
        <dt>{m.db_order_fee()}</dt>
        <dd>{beforeAfter(feeWord(before.fee), feeWord(way.price))}</dd>
        <dt>{m.db_order_total()}</dt>
        <dd className="strong">{beforeAfter(money(before.total), money(totalBy(way, order)))}</dd>
      </dl>
      <p className="small muted">{m.db_order_correct_price()}</p>
    </>
  );
}

function beforeAfter(before: string, after: string) {
  return <bdi className="num">{m.db_order_before_after({ before, after })}</bdi>;
}
