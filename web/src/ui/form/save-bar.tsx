import type { ReactNode } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '../rich/button.module.css';
import * as dockStyles from './dock.module.css';
import { useFocusHandedOn } from './use-focus-handed-on.ts';

interface SaveBarProps {
  /** What would be saved, in words. */
  title: string;
  changes: readonly string[];
  problem?: ReactNode;
  /** What the button that saves says, where it is not everything that is changed. */
  submit?: string;
  saving: boolean;
  onDiscard: () => void;
}

/** Stands at the foot of a changed form, lists what changed, saves or throws it away. */
export function SaveBar({
  title,
  changes,
  problem,
  submit = m.db_product_save_all(),
  saving,
  onDiscard,
}: SaveBarProps) {
  const bar = useFocusHandedOn<HTMLDivElement>();
  return (
    <div ref={bar} className={dockStyles.dock}>
      <div className="grow">
        <b className="strong">{title}</b>
        <div className="small muted">{changes.join(' · ')}</div>
      </div>
      <div className={dockStyles.acts}>
        {problem}
        <button
          type="button"
          className={`${buttonStyles.button} ${buttonStyles.tall}`}
          disabled={saving}
          onClick={onDiscard}
        >
          {m.db_undo_changes()}
        </button>
        <button
          type="submit"
          className={`${buttonStyles.button} ${buttonStyles.tall} ${buttonStyles.primary}`}
          disabled={saving || problem !== undefined}
        >
          {saving ? m.db_saving() : submit} <kbd className="wide-only">Ctrl S</kbd>
        </button>
      </div>
    </div>
  );
}
