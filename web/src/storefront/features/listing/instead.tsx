/** Where no product has all words of a search: others that find something, with how much. */
import { Link } from '@tanstack/react-router';
import type { Listing } from '@/api/types.ts';
import { count } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import * as noteStyles from '../../parts/note.module.css';
import * as styles from './instead.module.css';

export function Instead({ listing: { instead } }: { readonly listing: Listing }) {
  return (
    instead && (
      <p className={`${noteStyles.note} ${styles.instead}`}>
        <span>
          {m.sf_instead()}
          {instead.map(({ words, total }) => (
            <span key={words}>
              {' '}
              <Link to="/search" search={{ q: words }} rel="nofollow">
                <bdi>{words}</bdi>
              </Link>{' '}
              ({count(total)})
            </span>
          ))}
        </span>
      </p>
    )
  );
}
