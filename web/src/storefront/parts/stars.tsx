/** Stars of a rating: said in words to those who don't see them. */
import { MOST_STARS } from '@/domain/review-form.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import * as styles from './stars.module.css';

const STAR = 'm10 2.6 2.3 4.7 5.1.7-3.7 3.6.9 5.1L10 14.3l-4.6 2.4.9-5.1L2.6 8l5.1-.7z';

/** `rating` may be an average: it is shown to the nearest star. */
export function Stars({ rating }: { readonly rating: number }) {
  const full = Math.round(rating);
  return (
    <span className={styles.stars} role="img" aria-label={m.sf_stars({ rating, most: MOST_STARS })}>
      {Array.from({ length: MOST_STARS }, (_, place) => (
        <svg
          // biome-ignore lint/suspicious/noArrayIndexKey: five of them, always.
          key={place}
          viewBox="0 0 20 20"
          className={place < full ? undefined : styles.off}
          aria-hidden="true"
        >
          <path d={STAR} />
        </svg>
      ))}
    </span>
  );
}
