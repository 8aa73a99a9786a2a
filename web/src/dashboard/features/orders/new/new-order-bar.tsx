import { useRef, useState } from 'react';
import { fromDinars } from '@/domain/money.ts';
import { count, money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { SaveBar } from '@/ui/form/save-bar.tsx';
import { Question } from '@/ui/rich/question.tsx';
import { piecesOf } from '../lines/line-draft.ts';
import type { QuoteState } from '../lines/use-quote.ts';
import { SentBefore } from './sent-before.tsx';
import { type NewOrderForm, searchIn } from './use-new-order.ts';

/** What would be sent, always in sight; it is thrown away after a question alone, for the button stands beside the one that sends. */
export function NewOrderBar({ form }: { form: NewOrderForm }) {
  const { draft, quote, sentBefore } = form;
  const [isAsked, setAsked] = useState(false);
  const isThrownAway = useRef(false);
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
          onDiscard={() => {
            isThrownAway.current = false;
            setAsked(true);
          }}
        />
      )}
      {isAsked && (
        <Question
          title={m.db_new_order_discard()}
          body={form.isUnanswered() ? m.db_new_order_discard_unanswered() : m.db_form_leave()}
          confirm={m.db_form_throw_away()}
          isPending={false}
          returnTo={() => (isThrownAway.current ? (searchIn(form.frame) ?? null) : null)}
          onConfirm={() => {
            isThrownAway.current = true;
            setAsked(false);
            form.discard();
          }}
          onClose={() => setAsked(false)}
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
