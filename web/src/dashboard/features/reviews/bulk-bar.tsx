import { Ban, Check, X } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Review, ReviewDecision } from '../../data/types.ts';
import { useHotkeys } from '../../hotkeys.ts';

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
    <section className="bulk-hold" aria-label={m.db_bulk_title()}>
      <div className="bulk">
        <div className="bulk-count" role="status">
          <b className="strong">{m.db_reviews_ticked({ n: count(chosen.length) })}</b>
        </div>
        <button type="button" className="btn btn-primary" onClick={() => onAsk('approved')}>
          <Check className="icon" aria-hidden />
          {m.db_review_approve()}
        </button>
        <button type="button" className="btn" onClick={() => onAsk('refused')}>
          <Ban className="icon" aria-hidden />
          {m.db_review_refuse()}
        </button>
        <button type="button" className="icon-btn" aria-label={m.db_bulk_clear()} onClick={onClear}>
          <X className="icon" aria-hidden />
        </button>
      </div>
    </section>
  );
}
