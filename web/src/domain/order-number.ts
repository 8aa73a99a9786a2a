/** An order's number as people write it. */
import { latinDigits } from './digits.ts';

/** `a 10153`, `#A–١٠١٥٣` and `10153` are `A-10153`, as the shop reads them too; nothing for what is no number. */
export function orderNumber(text: string): string | undefined {
  const digits = /^A?0*(\d{1,18})$/i.exec(latinDigits(text).replace(/[^\p{L}\p{N}]/gu, ''))?.[1];
  return digits && `A-${digits}`;
}
