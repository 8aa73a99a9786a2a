import type { Centimes } from '@/domain/money.ts';
import { money } from '@/i18n/format.ts';

const NO_BREAK = '\u00a0';

/** Money with its unit small and quiet; isolated, so that an Arabic line keeps its order. */
export function Amount({ value, className }: { value: Centimes; className?: string }) {
  const [figure, unit] = money(value).split(NO_BREAK);
  return (
    <bdi className={className ? `money ${className}` : 'money'}>
      {figure}
      {NO_BREAK}
      <small className="unit">{unit}</small>
    </bdi>
  );
}
