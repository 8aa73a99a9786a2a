import * as styles from './thumb.module.css';
import { Thumb } from './thumb.tsx';

/** A brand's logo: wider than high, and nothing without its ends. */
export function Logo({ src }: { src: string }) {
  if (!src) return <Thumb src={null} />;
  return (
    <span className={`${styles.thumb} ${styles.logo}`}>
      <img src={src} alt="" width={72} height={40} loading="lazy" decoding="async" />
    </span>
  );
}
