import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../data/api.ts';
import { errorMessage, isConflict } from '../../data/messages.ts';
import type { OrderRow } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import type { Step } from './steps.ts';

export interface Refusal {
  /** With the version that a next try is made from: the refusal told it. */
  row: OrderRow;
  why: string;
}

interface BulkRun {
  step: Step;
  rows: readonly OrderRow[];
  tracking: ReadonlyMap<string, string>;
}

interface Outcome {
  moved: readonly OrderRow[];
  refused: readonly Refusal[];
}

/** Orders asked about at the same time. */
const AT_ONCE = 4;

/** Moves every order of a bulk step from the version that was on the screen; one refusal stops no other order. */
export function useBulkStep(onDone: (outcome: Outcome) => void) {
  const queries = useQueryClient();
  const [done, setDone] = useState(0);
  const mutation = useMutation({
    mutationFn: async ({ step, rows, tracking }: BulkRun) => {
      const outcome = { moved: [] as OrderRow[], refused: [] as Refusal[] };
      const waiting = [...rows];
      const work = async () => {
        for (let row = waiting.shift(); row; row = waiting.shift()) {
          await moveOne(step, row, tracking.get(row.id), outcome);
          setDone((before) => before + 1);
        }
      };
      setDone(0);
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return outcome as Outcome;
    },
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: ['get'] }),
  });
  return { run: useSingle(mutation), isRunning: mutation.isPending, done };
}

async function moveOne(
  step: Step,
  row: OrderRow,
  trackingNumber: string | undefined,
  outcome: { moved: OrderRow[]; refused: Refusal[] },
): Promise<void> {
  try {
    await client.POST('/dashboard/api/orders/{id}/transitions', {
      params: { path: { id: row.id } },
      body: { to: step.name, version: row.version, ...(trackingNumber && { trackingNumber }) },
    });
    outcome.moved.push(row);
  } catch (error) {
    outcome.refused.push({
      row: { ...row, version: versionAfter(error) ?? row.version },
      why: errorMessage(error),
    });
  }
}

function versionAfter(error: unknown): number | undefined {
  return isConflict(error) ? (error.current as { version: number } | undefined)?.version : undefined;
}
