import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { errorMessage } from '../../data/messages.ts';
import { useSingle } from '../../data/use-single.ts';
import { makeMissing, missingOf } from './missing.ts';
import { refusedQuery } from './queries.ts';

const SHOWN = 8;

/** Offers to make the categories and brands without which products are refused; the file is checked again afterwards. */
export function MakeMissing({ id, onMade }: { id: string; onMade: () => void }) {
  const queries = useQueryClient();
  const { data } = useQuery(refusedQuery(id));
  const making = useMutation({
    mutationFn: () => makeMissing(id),
    onSuccess: () => {
      told(m.db_import_missing_made());
      onMade();
    },
    onError: (error) => complained(errorMessage(error)),
    onSettled: () =>
      Promise.all(
        ['/dashboard/api/categories', '/dashboard/api/brands'].map((path) =>
          queries.invalidateQueries({ queryKey: ['get', path] }),
        ),
      ),
  });
  const make = useSingle(making);
  const { categories, brands } = missingOf(data ?? { products: [], faults: [] });
  const names = [...categories, ...brands];
  if (names.length === 0) return null;
  const shown = names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? '…' : '');
  return (
    <p>
      <bdi>{m.db_import_missing({ names: shown })}</bdi>{' '}
      <button
        type="button"
        className={buttonStyles.button}
        disabled={making.isPending}
        onClick={() => void make(undefined)}
      >
        {m.db_import_missing_make()}
      </button>
    </p>
  );
}
