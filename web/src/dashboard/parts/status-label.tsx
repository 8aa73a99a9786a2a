import type { CSSProperties } from 'react';
import { isOffThePath, statusColour, statusWord } from '../order-status.ts';
import * as statusStyles from './status.module.css';

/** A dot and a word, the same everywhere. */
export function StatusLabel({ status, lead }: { status: string; lead?: boolean }) {
  const style = { '--c': statusColour(status) } as CSSProperties;
  return (
    <span
      className={lead ? `${statusStyles.status} ${statusStyles.lead}` : statusStyles.status}
      data-status={status}
      data-ring={isOffThePath(status) || undefined}
      style={style}
    >
      {statusWord(status)}
    </span>
  );
}
