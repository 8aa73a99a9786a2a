import type { Centimes } from '@/domain/money.ts';
import { money } from '@/i18n/format.ts';

const NO_BREAK = '\u00a0';

interface AmountProps {
  value: Centimes;
  className?: string;
  /** In a column the decimals line up; a figure that stands alone does without `,00`. */
  decimals?: 'needed' | 'always';
}

/** Money with its unit small and quiet; isolated, so that an Arabic line keeps its order. */
export function Amount({ value, className, decimals = 'always' }: AmountProps) {
  const [figure, unit] = money(value, decimals).split(NO_BREAK);
  return (
    <bdi className={className ? `money ${className}` : 'money'}>
      {figure}
      {NO_BREAK}
      <small className="unit">{unit}</small>
    </bdi>
  );
}
