/** Ways of delivering as radio cards: mode first, carrier and delay under it, price at the end. */
import { useState } from 'react';
import type { TransporterOffer } from '@/api/types.ts';
import { initials } from '@/domain/initials.ts';
import { type Centimes, fromDinars } from '@/domain/money.ts';
import { deliveryPrice } from '@/domain/pricing.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Button } from '@/ui/native/button.tsx';
import * as checkStyles from '@/ui/native/check.module.css';
import * as fieldStyles from '@/ui/native/field.module.css';
import { Icon } from '@/ui/native/icon.tsx';
import { Price } from '@/ui/native/price.tsx';
import { LoadingNote, Skeleton } from '@/ui/native/skeleton.tsx';
import { Around } from '../../parts/around.tsx';
import * as deliveryStyles from '../../parts/delivery.module.css';
import * as orderStyles from '../../parts/order.module.css';
import { fieldId, problemText } from './field-texts.ts';
import type { Checkout } from './use-checkout.ts';
import { placeName } from './use-destination.ts';

export function DeliveryOptions({ checkout }: { readonly checkout: Checkout }) {
  const { offers, communes } = checkout.destination;
  const commune = communes.places.find(({ id }) => id === checkout.form.commune);
  const problem = checkout.problemFor('transporter');
  return (
    <fieldset
      className={problem ? `${fieldStyles.field} ${fieldStyles.invalid}` : fieldStyles.field}
      id={fieldId('transporter')}
      tabIndex={-1}
    >
      <legend className={fieldStyles.label}>
        {commune ? m.sf_delivery_to({ place: placeName(commune) }) : m.sf_delivery()}
      </legend>
      {checkout.form.commune === '' ? (
        <p className={deliveryStyles.waiting}>
          <Icon name="truck" />
          {m.sf_delivery_waits()}
        </p>
      ) : offers.isPending ? (
        <div className={deliveryStyles.all}>
          <LoadingNote />
          <Skeleton width="100%" />
          <Skeleton width="100%" />
        </div>
      ) : offers.isLoadingError ? (
        <div className={deliveryStyles.waiting} role="alert">
          <Icon name="warning" />
          {m.sf_transporters_failed()}
          <Button onClick={() => void offers.refetch()}>{m.common_retry()}</Button>
        </div>
      ) : (
        <Offers key={checkout.form.commune} checkout={checkout} />
      )}
      {problem && <p className={fieldStyles.error}>{problemText('transporter', problem)}</p>}
    </fieldset>
  );
}

function Offers({ checkout }: { readonly checkout: Checkout }) {
  const { first, others, all } = checkout.destination.offers;
  const [showAll, setShowAll] = useState(false);
  if (all.length === 0) return <p className={deliveryStyles.waiting}>{m.sf_no_transporters()}</p>;
  const hidden = !showAll && !others.some((offer) => offer === checkout.offer);
  return (
    <div className={deliveryStyles.all}>
      {[...first, ...(hidden ? [] : others)].map((offer) => (
        <OfferCard
          key={offer.id + offer.deliveryType}
          offer={offer}
          goods={checkout.goods}
          chosen={offer === checkout.offer}
          onChoose={() => checkout.chooseOffer(offer)}
        />
      ))}
      {hidden && others.length > 0 && (
        <button type="button" className={orderStyles.reveal} onClick={() => setShowAll(true)}>
          <Icon name="chevron" size="small" />
          {m.sf_more_transporters({ count: others.length })}
        </button>
      )}
    </div>
  );
}

interface OfferCardProps {
  readonly offer: TransporterOffer;
  /** What is ordered costs so much. */
  readonly goods: Centimes;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function OfferCard({ offer, goods, chosen, onChoose }: OfferCardProps) {
  const desk = offer.deliveryType === 'desk';
  const price = deliveryPrice(offer, goods);
  const address = desk ? offer.deskAddress : '';
  // Desks are often called by their carrier.
  const facts = [address.includes(offer.name) ? '' : offer.name, delayText(offer)].filter(Boolean);
  return (
    <label className={deliveryStyles.delivery}>
      <input
        className={checkStyles.radio}
        type="radio"
        name="transporter"
        checked={chosen}
        onChange={onChoose}
      />
      <span className={deliveryStyles.title}>
        <Icon name={desk ? 'desk' : 'home'} />
        {desk ? m.sf_to_desk() : m.sf_to_home_door()}
      </span>
      <span className={price === 0 ? `${deliveryStyles.price} ${deliveryStyles.free}` : deliveryStyles.price}>
        {price === 0 ? m.sf_free() : <Price amount={price} />}
      </span>
      <span className={deliveryStyles.detail}>
        {offer.transporterLogo ? (
          <img className={deliveryStyles.carrier} src={offer.transporterLogo} alt="" />
        ) : (
          <span className={deliveryStyles.carrier} aria-hidden="true">
            {initials(offer.name)}
          </span>
        )}
        {facts.map((fact, index) => (
          <span key={fact}>
            {index > 0 && ' · '}
            <bdi>{fact}</bdi>
          </span>
        ))}
        {price > 0 && offer.freeFrom != null && (
          <span>
            {' · '}
            <Around text={(amount) => m.sf_free_from({ amount })}>
              <Price amount={fromDinars(offer.freeFrom)} />
            </Around>
          </span>
        )}
        {address && (
          <span className={deliveryStyles.desk}>
            <bdi>{address}</bdi>
          </span>
        )}
      </span>
    </label>
  );
}

function delayText({ delayMinHours: from, delayMaxHours: to }: TransporterOffer): string {
  if (to === 0) return '';
  return from === to || from === 0 ? m.sf_delay_one({ hours: to }) : m.sf_delay({ from, to });
}
