import type { ReactNode } from 'react';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useShopDay } from '@/lib/use-shop-day.ts';
import { useFocusHandedOn } from '@/ui/form/use-focus-handed-on.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { clock, isToday } from '../../time.ts';
import type { Versioned } from './editing.ts';
import * as styles from './form-notes.module.css';
import type { EditForm } from './use-edit-form.ts';

type AnyForm = EditForm<Versioned, object>;

interface FormNotesProps {
  form: Pick<AnyForm, 'conflicts' | 'resumedAt' | 'discard'> & { isSaving: boolean };
  /** What stands at a path, in words. */
  nameOf: (path: string) => string;
}

/** What happened to a draft while one looked elsewhere: taken up again, or changed by somebody else too. */
export function FormNotes({ form, nameOf }: FormNotesProps) {
  const { conflicts, resumedAt, isSaving, discard } = form;
  return (
    <>
      {resumedAt && <ResumedNote at={resumedAt} isSaving={isSaving} onDiscard={discard} />}
      <ConflictsNote conflicts={conflicts} nameOf={nameOf} />
    </>
  );
}

interface ConflictsNoteProps extends Pick<FormNotesProps, 'nameOf'>, Pick<AnyForm, 'conflicts'> {}

/** Which of what was changed here somebody else changed too. */
export function ConflictsNote({ conflicts, nameOf }: ConflictsNoteProps) {
  if (conflicts.length === 0) return null;
  const names = [...new Set(conflicts.map(({ path }) => nameOf(path)))];
  return (
    <p className={`${noteStyles.note} ${noteStyles.warn} ${noteStyles.staleNote}`} role="alert">
      <span className="grow">
        <b>{m.db_conflict_title()}</b>
        <small>{names.join(' · ')}</small>
      </span>
    </p>
  );
}

interface ResumedNoteProps {
  at: Date;
  /** What is sent may be made of it: it is not thrown away meanwhile. */
  isSaving: boolean;
  onDiscard: () => void;
}

function ResumedNote({ at, isSaving, onDiscard }: ResumedNoteProps) {
  const note = useFocusHandedOn<HTMLParagraphElement>();
  const day = at.toISOString();
  const today = useShopDay();
  return (
    <p ref={note} className={`${noteStyles.note} ${noteStyles.warn} ${noteStyles.staleNote}`} role="status">
      <span className="grow">
        {isToday(day, today)
          ? m.db_draft_resumed({ time: clock(at) })
          : m.db_draft_resumed_on({ time: dateTime(day) })}
      </span>
      <button type="button" className={buttonStyles.button} disabled={isSaving} onClick={onDiscard}>
        {m.db_draft_throw_away()}
      </button>
    </p>
  );
}

export type Deciding = Pick<AnyForm, 'conflicts' | 'settle'>;

interface ConflictNoteProps {
  /** Absent where nothing was read that others may change. */
  form: Deciding | undefined;
  /** Where in the draft the field beside it stands. */
  path: string;
  /** Their value as it is read; without it, the text itself. */
  words?: (theirs: never) => ReactNode;
}

/** At a field that somebody else changed too: what they made of it, and whose it shall be. */
export function ConflictNote({ form, path, words = (text: string) => text }: ConflictNoteProps) {
  const conflict = form?.conflicts.find((one) => one.path === path);
  if (!form || !conflict) return null;
  return (
    <TheirValue onSettle={(whose) => form.settle(path, whose)}>{words(conflict.theirs as never)}</TheirValue>
  );
}

interface TheirValueProps {
  onSettle: (whose: 'mine' | 'theirs') => void;
  children: ReactNode;
}

function TheirValue({ onSettle, children }: TheirValueProps) {
  const note = useFocusHandedOn<HTMLSpanElement>(nextConflict);
  return (
    <span ref={note} className={`${noteStyles.note} ${noteStyles.warn} ${styles.conflict}`} data-conflict>
      <span className="grow">
        {m.db_conflict_theirs_is()} <bdi className="strong">{children || m.db_conflict_empty()}</bdi>
      </span>
      <button type="button" className={buttonStyles.button} onClick={() => onSettle('theirs')}>
        {m.db_conflict_theirs()}
      </button>
      <button type="button" className={buttonStyles.button} onClick={() => onSettle('mine')}>
        {m.db_conflict_mine()}
      </button>
    </span>
  );
}

/** What is to be decided next, else what was. */
function nextConflict(settled: HTMLElement): HTMLElement | null | undefined {
  const open = [...document.querySelectorAll<HTMLElement>('[data-conflict]')].filter(
    (one) => one !== settled,
  );
  const isAfter = (one: HTMLElement) =>
    Boolean(settled.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  const next = open.find(isAfter) ?? open[0];
  if (next) return next.querySelector('button');
  const control = 'input, select, textarea, [contenteditable="true"], [role="switch"]';
  return settled.parentElement?.querySelector<HTMLElement>(control);
}
