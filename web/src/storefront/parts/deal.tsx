/** A banner below the first, or an offer with the time that it has left. */
import type { ImageSize } from '@/api/types.ts';
import * as buttonStyles from '@/ui/native/button.module.css';
import { CountdownClock } from './countdown.tsx';
import * as styles from './deal.module.css';
import { Picture } from './picture.tsx';
import * as sectionStyles from './section.module.css';
import { ShopLink } from './shop-link.tsx';

interface DealProps {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly link: string;
  readonly image?: ImageSize | null | undefined;
  /** When the offer ends, as the countdown reads it. */
  readonly end?: string | null | undefined;
}

export function Deal({ title, text, button, link, image, end }: DealProps) {
  return (
    <section className={`${sectionStyles.section} ${styles.deal}`}>
      <div className={styles.text}>
        {title && <h2>{title}</h2>}
        {text && <p>{text}</p>}
        {end && <CountdownClock end={end} />}
        {button && link && (
          <ShopLink className={buttonStyles.button} href={link}>
            {button}
          </ShopLink>
        )}
      </div>
      <Picture image={image} slot="deal" />
    </section>
  );
}
