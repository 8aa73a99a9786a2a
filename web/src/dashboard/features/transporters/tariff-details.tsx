/** What belongs to a price beside it: how long the way takes, where the desk is, from which amount on it costs nothing. */
import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { LongTextField, TextField } from '../../recipe/form/fields.tsx';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import {
  DELIVERIES,
  type Delivery,
  freeFromOf,
  hoursOf,
  keyOf,
  MOST_ADDRESS,
  type Place,
  type TariffDraft,
  type Tariffs,
} from './draft.ts';
import { type Details, withDetails } from './grid.ts';
import * as styles from './tariff-details.module.css';
import { DELIVERY_WORDS } from './words.ts';

interface TariffDetailsProps {
  name: string;
  place: Place;
  tariffs: Tariffs;
  /** Absent for those who may only look. */
  onChange: ((tariffs: Tariffs) => void) | undefined;
}

/** The details of a place's prices in words, and the dialog that changes them. */
export function TariffDetails({ name, place, tariffs, onChange }: TariffDetailsProps) {
  const [isOpen, setOpen] = useState(false);
  const priced = DELIVERIES.filter((delivery) => tariffs[keyOf(place, delivery)]?.price);
  if (priced.length === 0) return null;
  const lines = priced.map((delivery) => (
    <small key={delivery} className="muted">
      {summary(delivery, tariffs[keyOf(place, delivery)])}
    </small>
  ));
  if (!onChange) return <span className={layoutStyles.stack}>{lines}</span>;
  return (
    <>
      <button
        type="button"
        className={`${buttonStyles.button} ${buttonStyles.quiet} ${styles.summary}`}
        onClick={() => setOpen(true)}
      >
        <span className="visually-hidden">{m.db_tariff_details_of({ place: name })} </span>
        <span className={layoutStyles.stack}>{lines}</span>
      </button>
      {isOpen && (
        <DetailsDialog
          name={name}
          place={place}
          priced={priced}
          tariffs={tariffs}
          onChange={onChange}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Of the desk the dialog alone tells where it is: an address is as long as the row. */
function summary(delivery: Delivery, tariff: TariffDraft | undefined): string {
  if (!tariff) return '';
  const [from = '', to = ''] = tariff.delay.split('-');
  const free = freeFromOf(tariff.freeFrom);
  const words = [DELIVERY_WORDS[delivery](), m.db_tariff_hours({ from, to })];
  if (free) words.push(m.db_tariff_free_from_amount({ amount: count(free) }));
  return words.join(' · ');
}

interface DetailsDialogProps extends TariffDetailsProps {
  priced: readonly Delivery[];
  onChange: (tariffs: Tariffs) => void;
  onClose: () => void;
}

interface Draft {
  homeFrom: string;
  homeTo: string;
  homeFree: string;
  deskFrom: string;
  deskTo: string;
  deskFree: string;
  deskAddress: string;
  everywhere: boolean;
}

function startOf(place: Place, tariffs: Tariffs): Draft {
  const of = (delivery: Delivery) => tariffs[keyOf(place, delivery)];
  const hours = (delivery: Delivery) => of(delivery)?.delay.split('-') ?? [];
  const [homeFrom = '', homeTo = ''] = hours('home');
  const [deskFrom = '', deskTo = ''] = hours('desk');
  return {
    homeFrom,
    homeTo,
    homeFree: of('home')?.freeFrom ?? '',
    deskFrom,
    deskTo,
    deskFree: of('desk')?.freeFrom ?? '',
    deskAddress: of('desk')?.address ?? '',
    everywhere: false,
  };
}

function DetailsDialog({ name, place, priced, tariffs, onChange, onClose }: DetailsDialogProps) {
  const has = (delivery: Delivery) => priced.includes(delivery);
  return (
    <FormDialog<Draft, Draft, Draft>
      title={m.db_tariff_details_of({ place: name })}
      submit={m.db_tariff_details_apply()}
      start={startOf(place, tariffs)}
      rules={(draft) => ({
        homeTo: has('home') && !hoursOf(draft.homeFrom, draft.homeTo) && m.db_tariff_hours_invalid(),
        homeFree: has('home') && freeFromOf(draft.homeFree) === null && m.db_tariff_free_from_invalid(),
        deskTo: has('desk') && !hoursOf(draft.deskFrom, draft.deskTo) && m.db_tariff_hours_invalid(),
        deskFree: has('desk') && freeFromOf(draft.deskFree) === null && m.db_tariff_free_from_invalid(),
      })}
      bodyOf={(draft) => draft}
      // Into the form, which is saved with the rest of it.
      send={async (draft) => draft}
      onSent={(draft) => {
        onChange(withDetails(tariffs, place, detailsOf(draft, priced), draft.everywhere));
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {priced.map((delivery) => (
            <fieldset key={delivery} className={layoutStyles.stack}>
              <legend>{DELIVERY_WORDS[delivery]()}</legend>
              <TextField
                form={form}
                at={`${delivery}From`}
                label={m.db_tariff_hours_from()}
                inputMode="numeric"
              />
              <TextField
                form={form}
                at={`${delivery}To`}
                label={m.db_tariff_hours_to()}
                inputMode="numeric"
              />
              <TextField
                form={form}
                at={`${delivery}Free`}
                label={m.db_tariff_free_from()}
                hint={m.db_tariff_free_from_hint()}
                inputMode="decimal"
              />
            </fieldset>
          ))}
          {has('desk') && (
            <LongTextField
              form={form}
              at="deskAddress"
              label={m.db_tariff_desk_address()}
              maxLength={MOST_ADDRESS}
            />
          )}
          <label>
            <input
              type="checkbox"
              className={checkStyles.check}
              checked={form.draft.everywhere}
              onChange={({ target }) => form.set({ everywhere: target.checked })}
            />{' '}
            {m.db_tariff_details_everywhere()}
          </label>
        </>
      )}
    </FormDialog>
  );
}

function detailsOf(draft: Draft, priced: readonly Delivery[]): Partial<Record<Delivery, Details>> {
  const details: Record<Delivery, Details> = {
    home: {
      delay: hoursOf(draft.homeFrom, draft.homeTo) ?? '',
      freeFrom: draft.homeFree.trim(),
      address: '',
    },
    desk: {
      delay: hoursOf(draft.deskFrom, draft.deskTo) ?? '',
      freeFrom: draft.deskFree.trim(),
      address: draft.deskAddress.trim(),
    },
  };
  return Object.fromEntries(priced.map((delivery) => [delivery, details[delivery]]));
}
