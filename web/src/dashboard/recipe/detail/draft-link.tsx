import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { FRESH } from '@/api/query.ts';
import { shortDate } from '@/i18n/format.ts';
import { locale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { CopyButton } from '@/ui/rich/copy-button.tsx';
import { api } from '../../data/api.ts';

type Path =
  | '/dashboard/api/cms-pages/{id}/draft-link'
  | '/dashboard/api/blog-posts/{id}/draft-link'
  | '/dashboard/api/products/{id}/draft-link';

/** To what shoppers don't see yet, as they will: here in another tab, or for a colleague by its link, which ends by itself. */
export function DraftLink({ path, id }: { path: Path; id: string }) {
  // Asked for with the page: a tab that opened only once the answer was there, browsers would keep shut.
  const { data: link } = useQuery(
    api.queryOptions('get', path, { params: { path: { id } } }, { staleTime: FRESH.never }),
  );
  if (!link) return null;
  const href = locale() === 'fr' ? link.path : `/${locale()}${link.path}`;
  return (
    <>
      <a
        href={href}
        target="_blank"
        rel="noreferrer"
        className={buttonStyles.button}
        title={m.db_draft_link_hint({ date: shortDate(link.endsAt) })}
      >
        <Eye className="icon" aria-hidden />
        {m.db_draft_link()}
      </a>
      <CopyButton text={new URL(href, window.location.origin).href} label={m.db_draft_link_copy()} />
    </>
  );
}
