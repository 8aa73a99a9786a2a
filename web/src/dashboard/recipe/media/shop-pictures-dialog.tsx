import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { FRESH } from '@/api/query.ts';
import { shortDate } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { Dialog } from '@/ui/rich/dialog.tsx';
import { api } from '../../data/api.ts';
import type { ShopPicture } from '../../data/types.ts';
import { PageSteps } from '../../parts/page-steps.tsx';
import { Pending } from '../../parts/pending.tsx';
import * as styles from './shop-pictures-dialog.module.css';

const SIZE = 24;

interface ShopPicturesDialogProps {
  onChoose: (picture: ShopPicture) => void;
  onClose: () => void;
}

/** The pictures that the shop has already, newest first, found by what they were given for. */
export function ShopPicturesDialog({ onChoose, onClose }: ShopPicturesDialogProps) {
  const [words, setWords] = useState('');
  const [page, setPage] = useState(1);
  const q = useDeferredValue(words.trim());
  const found = useQuery(shopPicturesQuery(q, page));
  return (
    <Dialog open wide onClose={onClose} title={m.db_shop_pictures()} lead={m.db_shop_pictures_lead()}>
      <Field label={m.db_shop_pictures_search()}>
        {(control) => (
          <input
            {...control}
            type="search"
            className={fieldStyles.input}
            maxLength={100}
            value={words}
            onChange={({ target }) => {
              setWords(target.value);
              setPage(1);
            }}
          />
        )}
      </Field>
      {found.data ? (
        <>
          {found.data.pictures.length === 0 && <p role="status">{m.db_shop_pictures_none()}</p>}
          <ul className={styles.pictures}>
            {found.data.pictures.map((picture) => (
              <li key={picture.path}>
                <button type="button" className={styles.picture} onClick={() => onChoose(picture)}>
                  <img src={picture.thumb} alt="" loading="lazy" />
                  <bdi className="clip">{picture.name || m.db_shop_pictures_nameless()}</bdi>
                  <span className="small muted">{shortDate(picture.addedAt)}</span>
                </button>
              </li>
            ))}
          </ul>
          <PageSteps page={page} size={SIZE} list={found.data} onPage={setPage} />
        </>
      ) : (
        <Pending query={found} rows={4} />
      )}
    </Dialog>
  );
}

function shopPicturesQuery(q: string, page: number) {
  return api.queryOptions(
    'get',
    '/dashboard/api/shop-pictures',
    { params: { query: { q, page, size: SIZE } } },
    { staleTime: FRESH.never, placeholderData: keepPreviousData },
  );
}
