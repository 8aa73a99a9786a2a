import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useId } from 'react';
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

/** To what shoppers don't see yet, as they will: here in another tab, or for a colleague by its link, which ends by itself. */
export function DraftLink({ path, id }: { path: Path; id: string }) {
  // Asked for with the page: a tab that opened only once the answer was there, browsers would keep shut.
  const { data, error, isFetching, refetch } = useQuery(
    api.queryOptions('get', path, { params: { path: { id } } }, { staleTime: FRESH.never }),
  );
  if (data) return <Link of={data} />;
  return (
    <>
      <button
        type="button"
        className={buttonStyles.button}
        disabled={isFetching}
        aria-busy={isFetching}
        onClick={() => void refetch()}
      >
        <Eye className="icon" aria-hidden />
        {error ? m.db_draft_link_retry() : m.db_draft_link()}
      </button>
      <span className={`small muted ${styles.hint}`} role="status">
        {error && !isFetching && `${m.db_draft_link_missing()} ${errorMessage(error)}`}
      </span>
    </>
  );
}

function Link({ of: { path, endsAt } }: { of: DraftLinkAnswer }) {
  const hintId = useId();
  const href = locale() === 'fr' ? path : `/${locale()}${path}`;
  return (
    <>
      <a
        href={href}
        target="_blank"
        rel="noreferrer"
        className={buttonStyles.button}
        aria-describedby={hintId}
      >
        <Eye className="icon" aria-hidden />
        {m.db_draft_link()}
      </a>
      <CopyButton text={new URL(href, window.location.origin).href} label={m.db_draft_link_copy()} />
      <span id={hintId} className={`small muted ${styles.hint}`}>
        {m.db_draft_link_hint({ date: dateTime(endsAt) })}
      </span>
    </>
  );
}
