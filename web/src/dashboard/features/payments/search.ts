/** Addresses of the payment screens. */
import * as v from 'valibot';
import { listSearch, text } from '../../recipe/list/search.ts';
import { optionalText } from '../../search-params.ts';

export const paymentList = listSearch('/dashboard/api/payments/transporter-payments', {
  transporterId: text(),
});

export type PaymentSearch = ReturnType<typeof paymentList.validate>;

export const newPaymentSearchSchema = v.object({ transporter: optionalText });
