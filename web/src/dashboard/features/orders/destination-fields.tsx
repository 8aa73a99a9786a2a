import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CheckoutForm } from '@/domain/checkout-form.ts';
import { add, type Centimes, fromDinars } from '@/domain/money.ts';
import { listed, money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as panelStyles from '@/ui/rich/panel.module.css';
import { errorMessage } from '../../data/messages.ts';
import { useCommuneChoices, useWilayaChoices } from '../../data/places.ts';
import type { OrderDetail } from '../../data/types.ts';
import { deliveryWord } from '../../parts/delivery-word.ts';
import type { FieldForm } from '../../recipe/form/fields.tsx';
import { RelationPicker } from '../../recipe/inputs/relation-picker.tsx';
import { SearchedPicker } from '../../recipe/inputs/searched-picker.tsx';
import { isAsAgreed, isWay, rebased, type Way, waysTo } from './correction.ts';
import { offersQuery } from './queries.ts';

interface DestinationProps {
  form: FieldForm<CheckoutForm>;
  order: OrderDetail;
}

/** Where it goes and by whom, with what that costs where it is not what was agreed. */
export function DestinationFields({ form, order }: DestinationProps) {
  useMeanwhile(form, order);
  const { draft } = form;
  const choose = useCommuneChosen({ form, order });
  const wilayas = useWilayaChoices();
  const communes = useCommuneChoices(draft.wilaya);
  return (
    <>
      <SearchedPicker
        label={m.db_customer_wilaya()}
        of={wilayas}
        none={m.db_customer_wilaya_choose()}
        value={draft.wilaya}
        errors={form.errorsAt('wilaya')}
        onChange={(wilaya) => form.set({ wilaya, commune: '' })}
      />
      <SearchedPicker
        label={m.db_customer_commune()}
        of={communes}
        none={m.db_customer_commune_choose()}
        value={draft.commune}
        errors={form.errorsAt('commune')}
        isLocked={draft.wilaya === ''}
        onChange={(commune) => void choose(commune)}
      />
      <WayField form={form} order={order} />
    </>
  );
}

/** What others corrected meanwhile is laid under what is typed. */
function useMeanwhile(form: FieldForm<CheckoutForm>, order: OrderDetail): void {
  const read = useRef(order);
  useEffect(() => {
    const before = read.current;
    if (before.version === order.version) return;
    read.current = order;
    form.set((draft) => rebased(before, draft, order));
  }, [form, order]);
}

/** The way of delivering stays in another commune, unless it is not offered there. */
function useCommuneChosen({ form, order }: DestinationProps): (commune: string) => Promise<void> {
  const queries = useQueryClient();
  return async (commune) => {
    form.set({ commune });
    if (commune === '') return;
    const answer = await queries.fetchQuery(offersQuery(commune)).catch(() => undefined);
    // Nobody knows: the shop will say.
    if (!answer) return;
    const ways = waysTo(order, commune, answer[0] ?? []);
    form.set((draft) => {
      const isGone = draft.commune === commune && !ways.some((way) => isWay(way, draft));
      return isGone ? { transporter: '', deliveryType: '' } : {};
    });
  };
}

function WayField({ form, order }: DestinationProps) {
  const { draft } = form;
  const isPlaced = draft.commune !== '';
  const { data, error } = useQuery({ ...offersQuery(draft.commune), enabled: isPlaced });
  const isKnown = isPlaced && (data || error);
  const ways = isKnown ? waysTo(order, draft.commune, data?.[0] ?? []) : undefined;
  const chosen = ways?.find((way) => isWay(way, draft));
  return (
    <>
      <RelationPicker
        label={m.db_order_delivery()}
        of={ways?.map((way) => ({ id: keyOf(way), name: nameOf(way) }))}
        value={isPlaced && draft.transporter ? keyOf(draft) : ''}
        isLocked={!isPlaced}
        errors={
          error ? [errorMessage(error)] : [...form.errorsAt('transporter'), ...form.errorsAt('deliveryType')]
        }
        onChange={(key) => {
          const way = ways?.find((one) => keyOf(one) === key);
          if (way) form.set({ transporter: way.transporter, deliveryType: way.deliveryType });
        }}
      />
      {chosen && !isAsAgreed(order, draft) && <PriceChange order={order} price={chosen.price} />}
    </>
  );
}

function keyOf({ transporter, deliveryType }: Pick<CheckoutForm, 'transporter' | 'deliveryType'>): string {
  return `${transporter}-${deliveryType}`;
}

/** `Yalidine, Domicile, 500 DA`. */
function nameOf({ name, deliveryType, price }: Way): string {
  return listed([name, deliveryWord(deliveryType), price === 0 ? m.db_order_free() : money(price)]);
}

/** What was agreed and what it would be now, to be said on the phone. */
function PriceChange({ order, price }: { order: OrderDetail; price: Centimes }) {
  const total = add(fromDinars(order.productsTotal), price);
  return (
    <div role="status">
      <dl className={panelStyles.kv}>
        <dt>{m.db_order_fee()}</dt>
        <dd>{beforeAfter(fromDinars(order.deliveryPrice), price)}</dd>
        <dt>{m.db_order_total()}</dt>
        <dd className="strong">{beforeAfter(fromDinars(order.total), total)}</dd>
      </dl>
      <p className="small muted">{m.db_order_correct_price()}</p>
    </div>
  );
}

function beforeAfter(before: Centimes, after: Centimes) {
  return <bdi className="num">{m.db_order_before_after({ before: money(before), after: money(after) })}</bdi>;
}
