import { Package } from 'lucide-react';
import * as styles from './thumb.module.css';

/** A product's small picture; a parcel where there is none. */
export function Thumb({ src, small }: { src: string | null | undefined; small?: boolean }) {
  return (
    <span className={small ? `${styles.thumb} ${styles.sm}` : styles.thumb}>
      {src ? (
        <img src={src} alt="" width={40} height={40} loading="lazy" decoding="async" />
      ) : (
        <Package className="icon" aria-hidden />
      )}
    </span>
  );
}
