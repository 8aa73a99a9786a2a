import { useRef } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Question } from '@/ui/rich/question.tsx';
import { searchIn } from '../lines/search-in.ts';
import type { NewOrderForm } from './use-new-order.ts';

interface DiscardQuestionProps {
  form: NewOrderForm;
  onClose: () => void;
}

/** Before all that is typed is thrown away: the buttons that do it stand beside others. */
export function DiscardQuestion({ form, onClose }: DiscardQuestionProps) {
  const isThrownAway = useRef(false);
  return (
    <Question
      title={m.db_new_order_discard()}
      body={form.isUnanswered() ? m.db_new_order_discard_unanswered() : m.db_form_leave()}
      confirm={m.db_form_throw_away()}
      isPending={form.isSaving}
      returnTo={() => (isThrownAway.current ? (searchIn(form.frame.current) ?? null) : null)}
      onConfirm={() => {
        isThrownAway.current = true;
        onClose();
        form.discard();
      }}
      onClose={onClose}
    />
  );
}
