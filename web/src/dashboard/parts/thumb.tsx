import { Package } from 'lucide-react';

/** A product's small picture; a parcel where there is none. */
export function Thumb({ src, small }: { src: string | null | undefined; small?: boolean }) {
  return (
    <span className={small ? 'thumb thumb-sm' : 'thumb'}>
      {src ? (
        <img src={src} alt="" width={40} height={40} loading="lazy" decoding="async" />
      ) : (
        <Package className="icon" aria-hidden />
      )}
    </span>
  );
}
