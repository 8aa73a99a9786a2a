import type { FormEvent, ReactNode } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { SaveBar } from '@/ui/form/save-bar.tsx';
import { UnsavedGuard } from '@/ui/form/unsaved-guard.tsx';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import { Discards } from '../inputs/discards.ts';
import type { Versioned } from './editing.ts';
import { FormNotes } from './form-notes.tsx';
import type { RecordForm } from './use-record-form.ts';

type AnyForm = Pick<
  RecordForm<Versioned, Record<string, unknown>>,
  | 'frame'
  | 'conflicts'
  | 'resumedAt'
  | 'discard'
  | 'discards'
  | 'isChanged'
  | 'isKept'
  | 'isSaving'
  | 'changes'
  | 'save'
>;

interface RecordFormFrameProps {
  form: AnyForm;
  /** What stands at a path, in words. */
  nameOf: (path: string) => string;
  mayWrite: boolean;
  children: ReactNode;
}

/** Around the fields of a form: what happened to the draft, what would be saved, and the question before it is left. */
export function RecordFormFrame({ form, nameOf, mayWrite, children }: RecordFormFrameProps) {
  return (
    <form
      ref={form.frame}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <FormNotes form={form} nameOf={nameOf} />
      <fieldset disabled={!mayWrite} className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
        <Discards.Provider value={form.discards}>{children}</Discards.Provider>
      </fieldset>
      {form.isChanged && (
        <SaveBar
          title={m.db_changes()}
          changes={form.changes.map(nameOf)}
          saving={form.isSaving}
          onDiscard={form.discard}
          {...(form.conflicts.length > 0 && {
            problem: (
              <span className={`${stateStyles.state} ${stateStyles.bad}`}>{m.db_conflict_first()}</span>
            ),
          })}
        />
      )}
      <UnsavedGuard isDirty={form.isChanged || form.isSaving} isKept={form.isKept} onSave={form.save} />
    </form>
  );
}
