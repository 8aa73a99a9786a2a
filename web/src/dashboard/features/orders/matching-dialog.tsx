import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { client } from '../../data/api.ts';
import { errorMessage } from '../../data/messages.ts';
import type { BulkPreview } from '../../data/types.ts';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import { type MatchingDialogProps, useStartedJob } from '../../recipe/list/bulk.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { BULK_STEPS, startSteps, verbOf } from './bulk-steps.ts';

const PREVIEW = 'orders-bulk-preview';

/** A step of all orders that the list's filters find: what it would do is counted first. */
export function MatchingDialog({ question: matching, onStarted, onClose }: MatchingDialogProps) {
  const [to, setTo] = useState('');
  const queries = useQueryClient();
  const { data: counted, error } = usePreview(to, matching);
  const allowed = useAllowed();
  const steps = BULK_STEPS.filter(({ permission }) => allowed(permission));
  const job = useStartedJob();
  return (
    <FormDialog
      title={m.db_bulk_matching_title()}
      lead={m.db_bulk_matching_body()}
      submit={m.db_step_dialog_confirm()}
      start={{ to: '' }}
      isReady={to === '' || Boolean(counted)}
      rules={() => ({ to: ruleOf(to, counted) })}
      bodyOf={() => ({ to, matching, expected: counted?.will ?? 0 })}
      intent={{ name: 'bulk', of: {}, mayRecur: true }}
      send={startSteps}
      {...job}
      onRefused={() => void queries.invalidateQueries({ queryKey: [PREVIEW] })}
      onSent={() => {
        onStarted();
        onClose();
      }}
      onClose={onClose}
    >
      {({ set, errorsAt }) => (
        <>
          <Field label={m.db_bulk_step()} errors={errorsAt('to')}>
            {(control) => (
              <select
                {...control}
                className={fieldStyles.input}
                value={to}
                onChange={({ target }) => {
                  setTo(target.value);
                  set({ to: target.value });
                }}
              >
                <option value="" />
                {steps.map((step) => (
                  <option key={step.name} value={step.name}>
                    {verbOf(step)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {error && <p className={fieldStyles.error}>{errorMessage(error)}</p>}
          {counted && (
            <p role="status">
              {m.db_bulk_preview({
                will: told(counted.will, counted.willMore),
                total: told(counted.total, counted.more),
              })}
            </p>
          )}
        </>
      )}
    </FormDialog>
  );
}

function ruleOf(to: string, counted: BulkPreview | null | undefined): string | false {
  if (!to) return m.db_bulk_choose_step();
  if (!counted) return false;
  if (counted.will > counted.most) return m.db_bulk_too_many({ n: count(counted.most) });
  if (counted.willMore) return m.db_bulk_uncounted();
  return counted.will === 0 && m.db_bulk_moves_none();
}

/** A number of orders, as far as they are counted. */
function told(n: number, more: boolean): string {
  return more ? m.db_more_than({ n: count(n) }) : count(n);
}

/** How many orders the step would move. */
function usePreview(to: string, matching: object) {
  return useQuery({
    queryKey: [PREVIEW, to, matching],
    queryFn: async () => {
      const { data } = await client.POST('/dashboard/api/orders/bulk/preview', { body: { to, matching } });
      return data ?? null;
    },
    enabled: to !== '',
    staleTime: 0,
    meta: { live: ['order'] },
  });
}
