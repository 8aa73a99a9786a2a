import { Package } from 'lucide-react';
import * as styles from './thumb.module.css';

interface ThumbProps {
  src: string | null | undefined;
  small?: boolean;
  /** Wider than high, and nothing without its ends. */
  isLogo?: boolean;
}

/** A product's small picture; a parcel where there is none. */
export function Thumb({ src, small, isLogo }: ThumbProps) {
  const looks = [styles.thumb, small && styles.sm, isLogo && src && styles.logo];
  return (
    <span className={looks.filter(Boolean).join(' ')}>
      {src ? (
        <img src={src} alt="" width={40} height={40} loading="lazy" decoding="async" />
      ) : (
        <Package className="icon" aria-hidden />
      )}
    </span>
  );
}
