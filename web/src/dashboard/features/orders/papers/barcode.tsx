import { barsOf } from './bars.ts';
import * as styles from './papers.module.css';

/** A number as scanners read it, and under it as people do. */
export function Barcode({ text }: { text: string }) {
  const bars = barsOf(text);
  return (
    <div className={styles.barcode}>
      {bars && (
        <svg
          viewBox={`0 0 ${bars.width} 1`}
          width={`${bars.width * 0.38}mm`}
          preserveAspectRatio="none"
          aria-hidden
        >
          <path d={bars.path} />
        </svg>
      )}
      <bdi className={`ltr ${styles.code}`}>{text}</bdi>
    </div>
  );
}
