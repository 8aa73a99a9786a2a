import { CloudOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from './button.module.css';
import * as styles from './states.module.css';

interface EmptyProps {
  icon: LucideIcon;
  title: string;
  body?: string;
  /** What to do next. */
  children?: ReactNode;
}

/** Nothing to show, and what to do about it. */
export function Empty({ icon: Icon, title, body, children }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <Icon className="icon" aria-hidden />
      <h2>{title}</h2>
      {body && <p>{body}</p>}
      {children}
    </div>
  );
}

interface FailedProps {
  title?: string;
  message: string;
  /** What support can look up. */
  requestId?: string | undefined;
  onRetry?: (() => void) | undefined;
}

/** A page or section that could not be loaded; the rest of the page stays. */
export function Failed({ title = m.db_error_title(), message, requestId, onRetry }: FailedProps) {
  return (
    <div className={styles.empty} role="alert">
      <CloudOff className="icon" aria-hidden />
      <h2>{title}</h2>
      <p>{message}</p>
      {requestId && <p className="small">{m.db_request_id({ id: requestId })}</p>}
      {onRetry && (
        <button type="button" className={buttonStyles.button} onClick={onRetry}>
          {m.db_retry()}
        </button>
      )}
    </div>
  );
}

interface BonesProps {
  rows: number;
  height?: number;
  /** A table's head stands over the rows. */
  head?: boolean;
}

/** Lines of the shape of what is coming. */
export function Bones({ rows, height = 44, head }: BonesProps) {
  return (
    <div aria-busy="true" role="status">
      <span className="visually-hidden">{m.db_loading()}</span>
      {head && <span className={`${styles.boneRow} ${styles.boneHead}`} />}
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
        <span key={row} className={styles.boneRow} style={{ blockSize: height }}>
          <span className={styles.bone} />
        </span>
      ))}
    </div>
  );
}
