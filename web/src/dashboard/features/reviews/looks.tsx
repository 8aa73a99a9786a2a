/** The stars and the state of a review, as the list and the page show them. */
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as stateStyles from '@/ui/rich/state.module.css';
import * as styles from './looks.module.css';
import { stateWord } from './states.ts';

const MOST = 5;

export function Stars({ rating }: { rating: number }) {
  return (
    <span className={styles.stars} role="img" aria-label={m.db_review_stars({ n: rating })}>
      <span aria-hidden>
        {'★'.repeat(rating)}
        <span className="muted">{'☆'.repeat(Math.max(MOST - rating, 0))}</span>
      </span>
    </span>
  );
}

export function StateLabel({ state }: { state: string }) {
  const look =
    {
      approved: `${stateStyles.state} ${stateStyles.ok}`,
      refused: `${stateStyles.state} ${stateStyles.bad}`,
    }[state] ?? stateStyles.state;
  return <span className={look}>{stateWord(state)}</span>;
}
