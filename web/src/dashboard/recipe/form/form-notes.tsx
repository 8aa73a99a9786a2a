import { m } from '@/i18n/paraglide.gen/messages.js';
import { clock } from '../../time.ts';
import type { Versioned } from './editing.ts';
import type { EditForm } from './use-edit-form.ts';

interface FormNotesProps<One extends Versioned, Draft extends object> {
  form: Pick<EditForm<One, Draft>, 'conflicts' | 'settle' | 'resumedAt' | 'discard'>;
  /** What stands at a path, in words. */
  nameOf: (path: string) => string;
}

/** What happened to a draft while one looked elsewhere: taken up again, or changed by somebody else too. */
export function FormNotes<One extends Versioned, Draft extends object>({
  form,
  nameOf,
}: FormNotesProps<One, Draft>) {
  const { conflicts, settle, resumedAt, discard } = form;
  const names = [...new Set(conflicts.map(({ path }) => nameOf(path)))];
  return (
    <>
      {resumedAt && (
        <p className="note note-warn stale-note" role="status">
          <span className="grow">{m.db_draft_resumed({ time: clock(resumedAt) })}</span>
          <button type="button" className="btn" onClick={discard}>
            {m.db_draft_throw_away()}
          </button>
        </p>
      )}
      {conflicts.length > 0 && (
        <p className="note note-warn stale-note" role="alert">
          <span className="grow">
            <b>{m.db_conflict_title()}</b>
            <small>{names.join(' · ')}</small>
          </span>
          <button type="button" className="btn" onClick={() => settle('theirs')}>
            {m.db_conflict_theirs()}
          </button>
          <button type="button" className="btn" onClick={() => settle('mine')}>
            {m.db_conflict_mine()}
          </button>
        </p>
      )}
    </>
  );
}
