import type { ReactNode } from 'react';
import type { CheckoutForm } from '@/domain/checkout-form.ts';
import { listed } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { useFocusHandedOn } from '@/ui/form/use-focus-handed-on.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { errorMessage } from '../../data/messages.ts';
import { type PlaceChoice, useCommuneChoices, useWilayaChoices } from '../../data/places.ts';
import { deliveryWord } from '../../parts/delivery-word.ts';
import type { FieldForm } from '../../recipe/form/fields.tsx';
import { RelationPicker } from '../../recipe/inputs/relation-picker.tsx';
import { SearchedPicker } from '../../recipe/inputs/searched-picker.tsx';
import { feeWord } from './correction-words.ts';
import { type Chosen, type Parcel, useOffers, type Way, wayIn, waysTo } from './ways.ts';

interface WayProps {
  form: FieldForm<CheckoutForm>;
  parcel: Parcel;
  /** Said of the way that is chosen. */
  wayNote?: (way: Way) => ReactNode;
}

interface DestinationProps extends WayProps {
  /** Said under the wilaya, of all that follows. */
  placeNote?: ReactNode;
}

/** Where a parcel goes and by whom, of what is offered there, at what it costs. */
export function DestinationFields({ form, parcel, placeNote, wayNote }: DestinationProps) {
  const { draft } = form;
  const wilayas = useWilayaChoices();
  const communes = useCommuneChoices(draft.wilaya);
  return (
    <>
      <SearchedPicker
        label={m.db_customer_wilaya()}
        of={openOf(wilayas, parcel.agreed?.wilaya)}
        none={m.db_customer_wilaya_choose()}
        value={draft.wilaya}
        errors={form.errorsAt('wilaya')}
        note={
          <>
            <Closed of={wilayas} id={draft.wilaya} />
            {placeNote}
          </>
        }
        onChange={(wilaya) => form.set({ wilaya, commune: '' })}
      />
      <SearchedPicker
        // What was typed of another wilaya's is forgotten with it.
        key={draft.wilaya}
        label={m.db_customer_commune()}
        of={openOf(communes, parcel.agreed?.commune)}
        none={m.db_customer_commune_choose()}
        value={draft.commune}
        errors={form.errorsAt('commune')}
        note={<Closed of={communes} id={draft.commune} />}
        isLocked={draft.wilaya === ''}
        onChange={(commune) => form.set({ commune })}
      />
      <WayField form={form} parcel={parcel} {...(wayNote && { wayNote })} />
    </>
  );
}

type Places = readonly PlaceChoice[] | undefined;

/** Where somebody delivers, and where it goes already. */
function openOf(places: Places, own: string | undefined): Places {
  return places?.filter(({ id, isOpen }) => isOpen || id === own);
}

function Closed({ of, id }: { of: Places; id: string }) {
  const isClosed = of?.some((place) => place.id === id && !place.isOpen);
  return isClosed && <span className={fieldStyles.hint}>{m.db_place_closed()}</span>;
}

/** The way of delivering stays in another commune; where it is not offered, another is to be chosen. */
export function WayField({ form, parcel, wayNote }: WayProps) {
  const { draft } = form;
  const { offers, error, refetch } = useOffers(draft.commune);
  const isPlaced = draft.commune !== '';
  const ways = isPlaced ? waysTo(draft.commune, offers, parcel) : undefined;
  const chosen = wayIn(ways, draft);
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
          {wayNote && <div role="status">{chosen && wayNote(chosen)}</div>}
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
  const button = useFocusHandedOn<HTMLButtonElement>((going) => going.parentElement?.querySelector('select'));
  return (
    <button ref={button} type="button" className={buttonStyles.button} onClick={onRetry}>
      {m.db_retry()}
    </button>
  );
}

function keyOf({ transporter, deliveryType }: Chosen): string {
  return `${transporter}-${deliveryType}`;
}

/** `Yalidine, Domicile, 500 DA`. */
function nameOf({ name, deliveryType, price }: Way): string {
  return listed([name, deliveryWord(deliveryType), feeWord(price)]);
}
