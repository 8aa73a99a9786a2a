/** Addresses of the payment screens. */
import * as v from 'valibot';
import { optionalPage, optionalSize, optionalText } from '../../search-params.ts';

export const paymentSearchSchema = v.object({
  transporter: optionalText,
  page: optionalPage,
  size: optionalSize,
});

export type PaymentSearch = v.InferOutput<typeof paymentSearchSchema>;

export const newPaymentSearchSchema = v.object({ transporter: optionalText });
