/** What delivery to a wilaya costs and how long it takes, before anything is typed. */
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import type { TransporterOffer } from '@/api/types.ts';
import { fromDinars } from '@/domain/money.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useStored } from '@/lib/stored.ts';
import { Icon } from '@/ui/native/icon.tsx';
import { Price } from '@/ui/native/price.tsx';
import { settingsQuery, wilayasQuery } from '../../api.ts';
import { Around } from '../../parts/around.tsx';
import { formStore } from '../../state/purchase-store.ts';
import * as styles from './estimate.module.css';
import { communesQuery, offersQuery, placeName } from './use-destination.ts';

export function DeliveryEstimate() {
  const form = useStored(formStore);
  const { data: settings } = useQuery(settingsQuery());
  const { data: wilayas } = useQuery(wilayasQuery());
  const { data: communes } = useQuery({ ...communesQuery(form.wilaya), enabled: form.wilaya !== '' });
  const commune = form.commune || communes?.find((place) => place.deliverable)?.id || '';
  const { data: offers } = useQuery({ ...offersQuery(commune), enabled: commune !== '' });
  const choose = (wilaya: string) => {
    formStore.set({ ...formStore.get(), wilaya, commune: '', transporter: '', deliveryType: '' });
  };
  return (
    <li className={styles.estimate}>
      <Icon name="truck" />
      <div>
        <label>
          {m.sf_delivery_towards()}{' '}
          <select value={form.wilaya} onChange={(event) => choose(event.target.value)}>
            <option value="">{m.sf_your_wilaya()}</option>
            {wilayas
              ?.filter((place) => place.deliverable)
              .map((place) => (
                <option key={place.id} value={place.id}>
                  {place.id} {placeName(place)}
                </option>
              ))}
          </select>
        </label>
        <p className="tiny quiet" aria-live="polite">
          {form.wilaya === '' ? (
            (settings?.promises.find(({ kind }) => kind === 'delivery')?.text ?? '')
          ) : offers ? (
            <Estimate offers={offers[0] ?? []} />
          ) : (
            '\u00a0'
          )}
        </p>
      </div>
    </li>
  );
}

interface OffersProps {
  readonly offers: readonly TransporterOffer[];
}

function Estimate({ offers }: OffersProps) {
  if (offers.length === 0) return m.sf_no_transporters();
  const desk = offers.filter((offer) => offer.deliveryType === 'desk');
  const home = offers.filter((offer) => offer.deliveryType === 'home');
  const from = Math.min(...offers.map((offer) => offer.delayMinHours));
  const to = Math.max(...offers.map((offer) => offer.delayMaxHours));
  const parts: Record<string, ReactNode> = {
    ...(desk.length > 0 && {
      desk: (
        <Around text={(price) => m.sf_estimate_desk({ price })}>
          <Cheapest offers={desk} />
        </Around>
      ),
    }),
    ...(home.length > 0 && {
      home: (
        <Around text={(price) => m.sf_estimate_home({ price })}>
          <Cheapest offers={home} />
        </Around>
      ),
    }),
    ...(to > 0 && { delay: m.sf_delay({ from, to }) }),
  };
  return Object.entries(parts).map(([name, part], place) => (
    <Fragment key={name}>
      {place > 0 && ' · '}
      {part}
    </Fragment>
  ));
}

/** Of one way of delivery: its lowest price, and from which amount on it costs nothing. */
function Cheapest({ offers }: OffersProps) {
  const lowest = fromDinars(Math.min(...offers.map((offer) => offer.price)));
  if (lowest === 0) return m.sf_free();
  const free = offers.flatMap(({ freeFrom }) => freeFrom ?? []);
  return (
    <>
      <Around text={(price) => m.sf_from_price({ price })}>
        <Price amount={lowest} />
      </Around>
      {free.length > 0 && (
        <>
          {' ('}
          <Around text={(amount) => m.sf_free_from({ amount })}>
            <Price amount={fromDinars(Math.min(...free))} />
          </Around>
          )
        </>
      )}
    </>
  );
}
