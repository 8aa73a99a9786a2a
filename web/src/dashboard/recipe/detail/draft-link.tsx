import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { FRESH } from '@/api/query.ts';
import { dateTime } from '@/i18n/format.ts';
import { locale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { CopyButton } from '@/ui/rich/copy-button.tsx';
import { api } from '../../data/api.ts';
import { errorMessage } from '../../data/messages.ts';
import type { DraftLink as DraftLinkAnswer } from '../../data/types.ts';
import * as styles from './draft-link.module.css';

type Path =
  | '/dashboard/api/cms-pages/{id}/draft-link'
  | '/dashboard/api/blog-posts/{id}/draft-link'
  | '/dashboard/api/products/{id}/draft-link';

/** As long in words as any. */
const ANY_END = '2026-12-28T20:00:00Z';

/** To what shoppers don't see yet, as they will: here in another tab, or for a colleague by its link, which ends by itself. */
export function DraftLink({ path, id }: { path: Path; id: string }) {
  // Asked for with the page: a tab that opened only once the answer was there, browsers would keep shut.
  const { data, error, isFetching, refetch } = useQuery(
    api.queryOptions('get', path, { params: { path: { id } } }, { staleTime: FRESH.never }),
  );
  const [isRetried, setRetried] = useState(false);
  const hintId = useId();
  const hadFocus = useRef(false);
  const link = useRef<HTMLAnchorElement>(null);
  const isThere = data !== undefined;
  // The button goes where the link comes.
  useLayoutEffect(() => {
    if (isThere && hadFocus.current) link.current?.focus({ preventScroll: true });
  }, [isThere]);
  const retry = () => {
    setRetried(true);
    void refetch();
  };
  const href = hrefOf(data);
  return (
    <>
      {data ? (
        <a
          ref={link}
          href={href}
          target="_blank"
          rel="noreferrer"
          className={buttonStyles.button}
          aria-describedby={hintId}
        >
          <Eye className="icon" aria-hidden />
          {m.db_draft_link()}
        </a>
      ) : (
        <button
          type="button"
          className={buttonStyles.button}
          aria-disabled={isFetching}
          aria-busy={isFetching}
          onFocus={() => {
            hadFocus.current = true;
          }}
          onBlur={() => {
            hadFocus.current = false;
          }}
          onClick={() => isFetching || retry()}
        >
          <Eye className="icon" aria-hidden />
          {error ? m.db_draft_link_retry() : m.db_draft_link()}
        </button>
      )}
      <span className={data ? styles.copy : `${styles.copy} ${styles.awaited}`}>
        <CopyButton text={new URL(href, window.location.origin).href} label={m.db_draft_link_copy()} />
      </span>
      {/* Told where it is the answer to another try; of a page that opens it is no news. */}
      <span
        id={hintId}
        className={`small muted ${styles.hint}`}
        role={data && !isRetried ? undefined : 'status'}
      >
        <Hint of={data} error={isFetching ? null : error} />
      </span>
    </>
  );
}

interface HintProps {
  of: DraftLinkAnswer | undefined;
  error: unknown;
}

/** Until there is one it has its room, so that the page stays where it is. */
function Hint({ of, error }: HintProps) {
  if (error && !of) return `${m.db_draft_link_missing()} ${errorMessage(error)}`;
  const words = m.db_draft_link_hint({ date: dateTime(of?.endsAt ?? ANY_END) });
  return of ? words : <span className={styles.awaited}>{words}</span>;
}

function hrefOf(link: DraftLinkAnswer | undefined): string {
  const path = link?.path ?? '';
  return locale() === 'fr' ? path : `/${locale()}${path}`;
}
