/** What a correction changes, in words. */
import { type Centimes, ZERO } from '@/domain/money.ts';
import { groupPhone } from '@/domain/phone-dz.ts';
import { isolated, money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { deliveryWord } from '../../parts/delivery-word.ts';

const FIELDS: Readonly<Record<string, () => string>> = {
  firstname: m.db_customer_firstname,
  lastname: m.db_customer_lastname,
  phone: m.db_customer_phone,
  email: m.db_customer_email,
  address: m.db_customer_address,
  wilaya: m.db_customer_wilaya,
  commune: m.db_customer_commune,
  place: m.db_customers_where,
  transporter: m.db_order_transporter,
  deliveryType: m.db_order_mode,
  deliveryPrice: m.db_order_fee,
};

export function correctedWord(field: string): string {
  return (FIELDS[field] ?? (() => field))();
}

/** As the timeline keeps it, in a line of another direction too; what was empty as a dash. */
export function correctedValue(field: string, value = ''): string {
  if (value === '') return '\u2013';
  if (field === 'phone') return isolated(groupPhone(value));
  return `\u2068${field === 'deliveryType' ? deliveryWord(value) : value}\u2069`;
}

/** What a delivery costs. */
export function feeWord(price: Centimes): string {
  return price === ZERO ? m.db_order_free() : money(price);
}
