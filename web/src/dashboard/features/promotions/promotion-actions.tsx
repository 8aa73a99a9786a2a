import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { Question } from '@/ui/rich/question.tsx';
import { errorMessage } from '../../data/messages.ts';
import type { Promotion } from '../../data/types.ts';
import { forgetRefusal, useSingle } from '../../data/use-single.ts';
import { useEndPromotion } from './use-promotion.ts';

/** Ends a promotion at once, which asks first; one that was ended by hand can go on. */
export function PromotionActions({ promotion }: { promotion: Promotion }) {
  /** As it was when it was asked; who was told what it became answers that. */
  const [asked, setAsked] = useState<Promotion | null>(null);
  const close = () => setAsked(null);
  const end = useEndPromotion(asked ?? promotion, {
    onDone: close,
    onRefused: (current) => setAsked((before) => before && current),
  });
  const send = useSingle(end);
  const refusal = end.error && (
    <p className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
      {errorMessage(end.error)}
    </p>
  );
  if (!promotion.isActive) {
    return (
      <>
        <button
          type="button"
          className={buttonStyles.button}
          disabled={end.isPending}
          onClick={() => void send(true)}
        >
          {m.db_promotion_resume()}
        </button>
        {refusal}
      </>
    );
  }
  if (promotion.state === 'over') return null;
  return (
    <>
      <button
        type="button"
        className={`${buttonStyles.button} ${buttonStyles.danger}`}
        onClick={() => {
          forgetRefusal(end);
          setAsked(promotion);
        }}
      >
        {m.db_promotion_end()}
      </button>
      {asked && (
        <Question
          title={m.db_promotion_end_title()}
          body={m.db_promotion_end_body()}
          confirm={m.db_promotion_end()}
          isPending={end.isPending}
          onConfirm={() => void send(false)}
          onClose={close}
        >
          {refusal}
        </Question>
      )}
    </>
  );
}
