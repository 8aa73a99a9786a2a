import { Ban, Check, X } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import type { Review, ReviewDecision } from '../../data/types.ts';
import { useHotkeys } from '../../hotkeys.ts';
import * as bulkStyles from '../../parts/bulk.module.css';

interface BulkBarProps {
  chosen: readonly Review[];
  onAsk: (to: ReviewDecision) => void;
  onClear: () => void;
}

/** What can be done with the ticked reviews. */
export function BulkBar({ chosen, onAsk, onClear }: BulkBarProps) {
  useHotkeys({ escape: chosen.length > 0 ? onClear : undefined });
  if (chosen.length === 0) return null;
  return (
    <section className={bulkStyles.hold} aria-label={m.db_bulk_title()}>
      <div className={bulkStyles.bulk}>
        <div className={bulkStyles.count} role="status">
          <b className="strong">{m.db_reviews_ticked({ n: count(chosen.length) })}</b>
        </div>
        <button
          type="button"
          className={`${buttonStyles.button} ${buttonStyles.primary}`}
          onClick={() => onAsk('approved')}
        >
          <Check className="icon" aria-hidden />
          {m.db_review_approve()}
        </button>
        <button type="button" className={buttonStyles.button} onClick={() => onAsk('refused')}>
          <Ban className="icon" aria-hidden />
          {m.db_review_refuse()}
        </button>
        <button type="button" className={buttonStyles.icon} aria-label={m.db_bulk_clear()} onClick={onClear}>
          <X className="icon" aria-hidden />
        </button>
      </div>
    </section>
  );
}
