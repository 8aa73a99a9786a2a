import { initials } from '@/domain/initials.ts';
import * as thumbStyles from '../../parts/thumb.module.css';

/** A transporter's logo; its initials where it has none. */
export function Logo({ src, name }: { src: string; name: string }) {
  return (
    <span className={thumbStyles.thumb}>
      {src ? (
        <img src={src} alt="" width={40} height={40} loading="lazy" decoding="async" />
      ) : (
        <bdi className="small strong muted" aria-hidden="true">
          {initials(name)}
        </bdi>
      )}
    </span>
  );
}
