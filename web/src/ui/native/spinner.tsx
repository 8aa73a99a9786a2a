/** A turning ring beside words that already say what is going on. */
import * as styles from './spinner.module.css';

export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
