import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage } from '../../data/messages.ts';
import { useSingle } from '../../data/use-single.ts';
import * as styles from './make-missing.module.css';
import { missingQuery } from './queries.ts';

/** Offers to make the categories and brands without which products are refused, all of which it shows; the file is checked again afterwards. */
export function MakeMissing({ id, onMade }: { id: string; onMade: () => void }) {
  const queries = useQueryClient();
  const titleId = useId();
  const { data: missing } = useQuery(missingQuery(id));
  const { categories = [], brands = [], more = false } = missing ?? {};
  const making = useMutation({
    mutationFn: async () => {
      // Those that are shown, whatever the shop lacks by now.
      const body = { categories, brands };
      const { data } = await client.POST('/dashboard/api/product-imports/{id}/missing', {
        params: { path: { id } },
        body,
      });
      return data?.made ?? 0;
    },
    onSuccess: (made) => {
      told(m.db_import_missing_made({ n: count(made) }));
      onMade();
    },
    onError: (error) => complained(errorMessage(error)),
    onSettled: () => {
      const paths = ['/dashboard/api/categories', '/dashboard/api/brands'].map((path) => ['get', path]);
      const stale = [...paths, missingQuery(id).queryKey];
      return Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  const make = useSingle(making);
  const all = categories.length + brands.length;
  if (all === 0) return null;
  return (
    <div className={layoutStyles.stack}>
      <p id={titleId}>{m.db_import_missing({ n: count(all) })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
      <section className={styles.names} aria-labelledby={titleId} tabIndex={0}>
        <Names title={m.db_categories_title()} names={categories} />
        <Names title={m.db_brands_title()} names={brands} />
      </section>
      {more && <p className="muted small">{m.db_import_missing_more()}</p>}
      <button
        type="button"
        className={`${buttonStyles.button} ${styles.make}`}
        disabled={making.isPending}
        onClick={() => void make(undefined)}
      >
        {m.db_import_missing_make({ n: count(all) })}
      </button>
    </div>
  );
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  const titleId = useId();
  if (names.length === 0) return null;
  return (
    <>
      <p className="muted small" id={titleId}>
        {title}
      </p>
      <ul aria-labelledby={titleId}>
        {names.map((name) => (
          <li key={name}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}
