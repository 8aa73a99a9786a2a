import { fromDinars } from '@/domain/money.ts';
import { money, percentOff } from '@/i18n/format.ts';
import type { Promotion } from '../data/types.ts';

/** `−20 %`, `−500 DA`. */
export function discountWords({ discountValue, ruleType }: Promotion['terms']): string {
  return ruleType === 'percentage' ? percentOff(discountValue) : `\u2212${money(fromDinars(discountValue))}`;
}
