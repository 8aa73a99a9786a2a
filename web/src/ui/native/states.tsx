/** What a view shows when it has nothing, or when its data did not come. */
import type { ReactNode } from 'react';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import * as styles from './state.module.css';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.arch}>
        <Icon name={icon} size="large" />
      </span>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  readonly message: string;
  readonly requestId?: string;
  readonly onRetry?: () => void;
}

/** Says what happened and offers the next step. */
export function ErrorState({ message, requestId, onRetry }: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <span className={styles.arch}>
        <Icon name="warning" size="large" />
      </span>
      <h2>{m.common_error_title()}</h2>
      <p>{message}</p>
      {requestId && <p className="tiny ltr">{m.common_request_id({ id: requestId })}</p>}
      {onRetry && (
        <div className={styles.action}>
          <Button onClick={onRetry}>{m.common_retry()}</Button>
        </div>
      )}
    </div>
  );
}
