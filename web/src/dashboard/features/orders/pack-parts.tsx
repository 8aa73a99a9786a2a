import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { OrderLine } from '../../data/types.ts';

interface PackPartsProps extends Pick<OrderLine, 'parts'> {
  className?: string | undefined;
}

/** What is in one pack; nothing of what is none. */
export function PackParts({ parts, className }: PackPartsProps) {
  if (parts.length === 0) return null;
  return (
    <ul className={className} aria-label={m.db_order_parts()}>
      {parts.map(({ name, combination, quantity }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may have been chosen twice, and nothing moves
        <li key={at}>
          <span className="num">{count(quantity)} ×</span>{' '}
          <bdi>{[name, combination].filter(Boolean).join(', ')}</bdi>
        </li>
      ))}
    </ul>
  );
}
