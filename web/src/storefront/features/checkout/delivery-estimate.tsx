/** What delivery to a wilaya costs and how long it takes, before anything is typed. */
import { useQuery } from '@tanstack/react-query';
import type { TransporterOffer } from '@/api/types.ts';
import { fromDinars } from '@/domain/money.ts';
import { money } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useStored } from '@/lib/stored.ts';
import { Icon } from '@/ui/native/icon.tsx';
import { wilayasQuery } from '../../api.ts';
import { formStore } from '../../state/purchase-store.ts';
import { communesQuery, offersQuery, placeName } from './use-destination.ts';

export function DeliveryEstimate() {
  const form = useStored(formStore);
  const { data: wilayas } = useQuery(wilayasQuery());
  const { data: communes } = useQuery({ ...communesQuery(form.wilaya), enabled: form.wilaya !== '' });
  const commune = form.commune || communes?.find((place) => place.deliverable)?.id || '';
  const { data: offers } = useQuery({ ...offersQuery(commune), enabled: commune !== '' });
  const choose = (wilaya: string) => {
    formStore.set({ ...formStore.get(), wilaya, commune: '', transporter: '', deliveryType: '' });
  };
  return (
    <li className="estimate">
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
          {form.wilaya === ''
            ? m.sf_trust_delivery_text()
            : offers
              ? estimateText(offers[0] ?? [])
              : '\u00a0'}
        </p>
      </div>
    </li>
  );
}

function cheapest(offers: readonly TransporterOffer[], type: string): string | undefined {
  const prices = offers.filter((offer) => offer.deliveryType === type).map((offer) => offer.price);
  if (prices.length === 0) return undefined;
  const lowest = fromDinars(Math.min(...prices));
  return lowest === 0 ? m.sf_free() : m.sf_from_price({ price: money(lowest) });
}

function estimateText(offers: readonly TransporterOffer[]): string {
  if (offers.length === 0) return m.sf_no_transporters();
  const desk = cheapest(offers, 'desk');
  const home = cheapest(offers, 'home');
  const from = Math.min(...offers.map((offer) => offer.delayMinHours));
  const to = Math.max(...offers.map((offer) => offer.delayMaxHours));
  const parts = [
    desk && m.sf_estimate_desk({ price: desk }),
    home && m.sf_estimate_home({ price: home }),
    to > 0 && m.sf_delay({ from, to }),
  ];
  return parts.filter(Boolean).join(' · ');
}
