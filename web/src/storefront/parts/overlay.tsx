/** Where something opens over the page that is fetched only then. */
import { type ReactNode, Suspense } from 'react';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { PartBoundary } from '@/lib/part-boundary.tsx';
import { Button, IconButton } from '@/ui/native/button.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import * as styles from './overlay.module.css';

interface OverlayProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** One that does not load says so while it is wanted, and leaves the page under it as it is. */
export function Overlay({ isOpen, onClose, children }: OverlayProps) {
  const instead = (retry: () => void) =>
    isOpen && (
      <div className={styles.overlay} role="alert">
        {m.common_error_offline()}
        <Button onClick={retry}>{m.common_retry()}</Button>
        <IconButton label={m.common_close()} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
    );
  return (
    <PartBoundary instead={instead}>
      <Suspense>{children}</Suspense>
    </PartBoundary>
  );
}
