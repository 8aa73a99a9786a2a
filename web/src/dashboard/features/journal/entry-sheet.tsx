import { Fragment } from 'react';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as dialogStyles from '@/ui/rich/dialog.module.css';
import { Dialog } from '@/ui/rich/dialog.tsx';
import * as panelStyles from '@/ui/rich/panel.module.css';
import type { JournalEntry } from '../../data/types.ts';
import { roleWords } from '../../parts/role-words.ts';
import { actionWord } from './action-words.ts';
import * as styles from './entry-sheet.module.css';

interface EntrySheetProps {
  entry: JournalEntry;
  onClose: () => void;
}

/** One entry with all that is known of it. */
export function EntrySheet({ entry, onClose }: EntrySheetProps) {
  const facts: [string, string][] = [
    [m.db_journal_when(), dateTime(entry.at)],
    [m.db_journal_who(), entry.actor || m.db_journal_nobody()],
    [m.db_employee_roles(), roleWords(entry.roles)],
    [m.db_journal_subject(), entry.subjectName],
    [m.db_journal_address(), entry.address],
    [m.db_journal_request(), entry.requestId],
  ];
  return (
    <Dialog open onClose={onClose} placement="side" title={actionWord(entry.action)}>
      <div className={dialogStyles.body}>
        <dl className={panelStyles.kv}>
          {facts
            .filter(([, value]) => value !== '')
            .map(([name, value]) => (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </Fragment>
            ))}
        </dl>
        <State title={m.db_journal_before()} value={entry.before} />
        <State title={m.db_journal_after()} value={entry.after} />
      </div>
    </Dialog>
  );
}

function State({ title, value }: { title: string; value: unknown }) {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return null;
  return (
    <section className={styles.stateOf}>
      <h3>{title}</h3>
      <pre className={`${styles.stateText} ltr`}>{JSON.stringify(value, null, 2)}</pre>
    </section>
  );
}
