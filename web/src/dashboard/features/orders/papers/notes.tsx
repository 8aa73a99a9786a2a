import type { UseQueryResult } from '@tanstack/react-query';
import { count, isolated, listed } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import type { PaperOrder } from '../../../data/types.ts';
import { leavesShop } from './on-paper.ts';
import * as styles from './papers.module.css';
import type { Papers } from './queries.ts';
import type { Paper } from './search.ts';
import type { PlaceNames } from './use-place-names.ts';

interface NotesProps {
  paper: Paper;
  /** Orders that the address names. */
  asked: number;
  /** Orders that are left out for their status. */
  others: readonly PaperOrder[];
  papers: UseQueryResult<Papers, unknown>;
  letterhead: UseQueryResult<unknown, unknown>;
  places: PlaceNames;
}

/** What is not on the paper. Their frame is there before they are: what comes into it is announced. */
export function Notes({ paper, asked, others, papers, letterhead, places }: NotesProps) {
  const missing = papers.data ? asked - papers.data.orders.length : 0;
  return (
    <div className={styles.notes} role="status" tabIndex={-1}>
      {letterhead.isError && !letterhead.data && (
        <Note text={m.db_papers_letterhead_unread()} onRetry={letterhead.refetch} />
      )}
      {leavesShop(paper) && places.areUnread && (
        <Note text={m.db_papers_places_unread()} onRetry={places.askAgain} />
      )}
      {missing > 0 && <Note text={m.db_papers_missing({ count: missing, n: count(missing) })} />}
      {others.length > 0 && (
        <Note
          text={m.db_papers_left_out({ numbers: listed(others.map(({ number }) => isolated(number))) })}
        />
      )}
      {paper === 'picking' && papers.data?.held === null && (
        <Note text={m.db_papers_unread_stock()} onRetry={papers.refetch} />
      )}
    </div>
  );
}

interface NoteProps {
  text: string;
  onRetry?: () => Promise<unknown>;
}

function Note({ text, onRetry }: NoteProps) {
  return (
    <div className={`${noteStyles.note} ${noteStyles.warn}`}>
      <span className="grow">{text}</span>
      {onRetry && (
        <button
          type="button"
          className={buttonStyles.button}
          onClick={({ currentTarget }) => {
            // It goes while it is asked again, and may come back: the frame stays.
            currentTarget.closest<HTMLElement>('[role="status"]')?.focus();
            void onRetry();
          }}
        >
          {m.db_retry()}
        </button>
      )}
    </div>
  );
}
