import { useRef } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Question } from '@/ui/rich/question.tsx';

interface DiscardQuestionProps {
  title: string;
  /** What else is to be known first: something was sent and never answered. */
  warning: string | undefined;
  isSaving: boolean;
  /** What takes the focus once it is thrown away. */
  next: () => HTMLElement | null | undefined;
  onDiscard: () => void;
  onClose: () => void;
}

/** Before all that is typed is thrown away: the buttons that do it stand beside others. */
export function DiscardQuestion({
  title,
  warning,
  isSaving,
  next,
  onDiscard,
  onClose,
}: DiscardQuestionProps) {
  const isThrownAway = useRef(false);
  return (
    <Question
      title={title}
      body={warning ?? m.db_form_leave()}
      confirm={m.db_form_throw_away()}
      isPending={isSaving}
      returnTo={() => (isThrownAway.current ? (next() ?? null) : null)}
      onConfirm={() => {
        isThrownAway.current = true;
        onClose();
        onDiscard();
      }}
      onClose={onClose}
    />
  );
}
