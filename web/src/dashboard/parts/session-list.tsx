import { LogOut, MonitorSmartphone } from 'lucide-react';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import type { SessionView } from '../data/types.ts';
import { browserName } from './browser-name.ts';
import * as styles from './session-list.module.css';
import { When } from './when.tsx';

interface SessionListProps {
  sessions: readonly SessionView[];
  onEnd: (session: SessionView) => void;
}

/** Where somebody is signed in, and the end of each. */
export function SessionList({ sessions, onEnd }: SessionListProps) {
  if (sessions.length === 0) return <p className="muted">{m.db_sessions_none()}</p>;
  return (
    <ul className={styles.entries}>
      {sessions.map((session) => (
        <li key={session.id}>
          <MonitorSmartphone className="icon" aria-hidden />
          <div className="grow">
            <b className="strong">
              <bdi>{browserName(session.browser) || m.db_session_unknown_browser()}</bdi>
            </b>
            {session.isOwn && (
              <span className={`${stateStyles.state} ${stateStyles.ok}`}>{m.db_session_own()}</span>
            )}
            <small className="muted">
              <bdi className="ltr">{session.address}</bdi>
              {' · '}
              {m.db_session_since({ at: dateTime(session.createdAt) })}
            </small>
          </div>
          <When at={session.seenAt} />
          {!session.isOwn && (
            <button
              type="button"
              className={buttonStyles.icon}
              aria-label={m.db_session_end()}
              title={m.db_session_end()}
              onClick={() => onEnd(session)}
            >
              <LogOut className="icon icon-mirrored" aria-hidden />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
