import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { Question } from '@/ui/rich/question.tsx';
import { told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { currentOf, errorMessage } from '../../data/messages.ts';
import type { Expedition } from '../../data/types.ts';
import { forgetRefusal, useSingle } from '../../data/use-single.ts';
import type { Hearing } from '../../recipe/form/hearing.ts';
import { expeditionQuery } from './queries.ts';
import { statusWord } from './status.ts';
import { useMayMoveIn } from './use-own-warehouses.ts';

type Step = 'send' | 'complete' | 'cancel';

const WORDS: Record<Step, Record<'press' | 'body', (expedition: Expedition) => string>> = {
  send: {
    press: () => m.db_expedition_send(),
    body: ({ pieces, sourceName }) =>
      m.db_expedition_send_body({ n: count(pieces), count: pieces, name: sourceName }),
  },
  complete: { press: completeWord, body: completionWords },
  cancel: {
    press: () => m.db_expedition_cancel(),
    body: ({ status, sourceName }) =>
      status === 'sent'
        ? m.db_expedition_cancel_sent_body({ name: sourceName })
        : m.db_expedition_cancel_body(),
  },
};

interface Asked {
  name: Step;
  /** As it was when it was asked; who was told what it became answers that. */
  expedition: Expedition;
}

/** The steps that its status and the person's warehouses allow; each asks first. */
export function ExpeditionActions({ expedition }: { expedition: Expedition }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const mayMoveIn = useMayMoveIn();
  const step = useStep(expedition.id, {
    onDone: () => setAsked(null),
    onRefused: (current) => setAsked((before) => before && { ...before, expedition: current }),
  });
  const take = useSingle(step);
  const steps = stepsOf(expedition, mayMoveIn);
  return (
    <>
      {steps.map((name) => (
        <button
          key={name}
          type="button"
          className={
            givesUp(name, expedition)
              ? `${buttonStyles.button} ${buttonStyles.quiet} ${buttonStyles.danger}`
              : `${buttonStyles.button} ${buttonStyles.primary}`
          }
          onClick={() => {
            forgetRefusal(step);
            setAsked({ name, expedition });
          }}
        >
          {WORDS[name].press(expedition)}
        </button>
      ))}
      {asked && (
        <Question
          title={`${WORDS[asked.name].press(asked.expedition)} · ${expedition.number}`}
          body={WORDS[asked.name].body(asked.expedition)}
          confirm={WORDS[asked.name].press(asked.expedition)}
          isPending={step.isPending}
          onConfirm={() => void take(asked)}
          onClose={() => setAsked(null)}
        >
          {step.error && (
            <p className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
              {errorMessage(step.error)}
            </p>
          )}
        </Question>
      )}
    </>
  );
}

/** Whether the step gives something up: not the one that comes next. */
function givesUp(step: Step, { status }: Expedition): boolean {
  return step === 'cancel' || (step === 'complete' && status !== 'fully_recieved');
}

function stepsOf(
  { status, sourceId, destinationId, partCount }: Expedition,
  mayMoveIn: (id: string) => boolean,
) {
  const isOpen = status === 'inprogress';
  const isUnderWay = status === 'sent' || status === 'partially_recieved' || status === 'fully_recieved';
  const steps: Step[] = [];
  if ((isOpen || status === 'sent') && mayMoveIn(sourceId)) steps.push('cancel');
  if (isOpen && partCount > 0 && mayMoveIn(sourceId)) steps.push('send');
  if (isUnderWay && mayMoveIn(destinationId)) steps.push('complete');
  return steps;
}

/** By what happens: what is still missing is given up with it. */
function completeWord(expedition: Expedition): string {
  const lost = lostIn(expedition);
  return lost === 0
    ? m.db_expedition_complete()
    : m.db_expedition_complete_without({ n: count(lost), count: lost });
}

function lostIn({ pieces, received }: Expedition): number {
  return pieces - received;
}

function completionWords(expedition: Expedition): string {
  const lost = lostIn(expedition);
  return lost === 0
    ? m.db_expedition_complete_body()
    : m.db_expedition_complete_lost({ n: count(lost), count: lost });
}

function useStep(id: string, { onDone, onRefused }: Hearing<Expedition>) {
  const queries = useQueryClient();
  const keep = (expedition: Expedition) => queries.setQueryData(expeditionQuery(id).queryKey, expedition);
  return useMutation({
    mutationFn: async ({ name, expedition: { version } }: Asked) => {
      const { data } = await client.POST(`/dashboard/api/internal-expeditions/{id}/${name}`, {
        params: { path: { id } },
        body: { version },
      });
      return data;
    },
    onSuccess: (moved) => {
      if (moved) {
        keep(moved);
        told(m.db_expedition_moved({ number: moved.number, status: statusWord(moved.status) }));
      }
      onDone();
    },
    onError: (error) => {
      const current = currentOf<Expedition>(error);
      if (!current) return;
      keep(current);
      onRefused(current);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['get'] }),
  });
}
