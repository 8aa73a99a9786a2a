/** Grey shapes of the same size as what is loading, so that nothing jumps when it comes. */

import * as m from '@/i18n/paraglide.gen/messages.js';
import * as styles from './skeleton.module.css';

interface SkeletonProps {
  readonly shape?: 'line' | 'square' | 'block';
  readonly width?: string;
}

export function Skeleton({ shape = 'line', width }: SkeletonProps) {
  return (
    <span className={styles.skeleton} data-shape={shape} style={{ inlineSize: width }} aria-hidden="true" />
  );
}

/** Tells assistive technology once that something is on its way. */
export function LoadingNote() {
  return (
    <span className="visually-hidden" role="status">
      {m.common_loading()}
    </span>
  );
}
