import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useFocusHandedOn } from '@/ui/form/use-focus-handed-on.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { Question } from '@/ui/rich/question.tsx';
import { client } from '../../data/api.ts';
import { errorMessage } from '../../data/messages.ts';
import type { ProductImport } from '../../data/types.ts';
import { forgetRefusal, useSingle } from '../../data/use-single.ts';
import { importQuery, refusedQuery } from './queries.ts';

/** Takes an import back, after a question. */
export function UndoImport({ found }: { found: ProductImport }) {
  const { id, made, changed } = found;
  const [isAsked, setAsked] = useState(false);
  const queries = useQueryClient();
  const undoing = useMutation({
    mutationFn: async () => {
      await client.POST('/dashboard/api/product-imports/{id}/undo', { params: { path: { id } } });
    },
    onSuccess: () => setAsked(false),
    onSettled: () => {
      queries.removeQueries({ queryKey: refusedQuery(id).queryKey });
      return queries.invalidateQueries({ queryKey: importQuery(id).queryKey });
    },
  });
  const undo = useSingle(undoing);
  // It can't be asked for twice: the button goes with the focus on it, which the title of the step takes.
  const button = useFocusHandedOn<HTMLButtonElement>((going) =>
    going.closest('section')?.querySelector('h2'),
  );
  if (made + changed === 0) return null;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={buttonStyles.button}
        onClick={() => {
          forgetRefusal(undoing);
          setAsked(true);
        }}
      >
        {m.db_import_undo()}
      </button>
      {isAsked && (
        <Question
          title={m.db_import_undo_title()}
          body={m.db_import_undo_body()}
          confirm={m.db_import_undo()}
          isPending={undoing.isPending}
          onConfirm={() => void undo(undefined)}
          onClose={() => setAsked(false)}
        >
          {undoing.error && (
            <p className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
              {errorMessage(undoing.error)}
            </p>
          )}
        </Question>
      )}
    </>
  );
}
