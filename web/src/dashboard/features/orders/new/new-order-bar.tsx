import { fromDinars } from '@/domain/money.ts';
import { count, money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { SaveBar } from '@/ui/form/save-bar.tsx';
import { piecesOf } from '../lines/line-draft.ts';
import type { QuoteState } from '../lines/use-quote.ts';
import { SentBefore } from './sent-before.tsx';
import type { NewOrderForm } from './use-new-order.ts';

interface NewOrderBarProps {
  form: NewOrderForm;
  onDiscard: () => void;
}

/** What would be sent, always in sight. */
export function NewOrderBar({ form, onDiscard }: NewOrderBarProps) {
  const { draft, quote, sentBefore } = form;
  const pieces = draft.lines.reduce((sum, { quantity }) => sum + (piecesOf(quantity) ?? 0), 0);
  return (
    <>
      {sentBefore && <SentBefore sent={sentBefore} onAnother={() => void form.saveAsAnother()} />}
      {form.isChanged && (
        <SaveBar
          title={totalWord(quote)}
          changes={[m.db_pieces({ count: pieces, n: count(pieces) })]}
          submit={m.db_new_order_submit()}
          saving={form.isSaving}
          onDiscard={onDiscard}
        />
      )}
    </>
  );
}

/** What goods alone cost is no total. */
function totalWord({ isCurrent, data }: QuoteState): string {
  if (!isCurrent || !data) return m.db_new_order_total({ total: '…' });
  if (data.deliveryPrice == null)
    return m.db_new_order_goods({ total: money(fromDinars(data.productsTotal)) });
  return m.db_new_order_total({ total: money(fromDinars(data.total)) });
}
