import { useQuery } from '@tanstack/react-query';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import { TableScroll } from '@/ui/data-table/table-scroll.tsx';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import { errorMessage } from '../../data/messages.ts';
import type { MissedPicture } from '../../data/types.ts';
import { picturesInterval, picturesQuery } from './queries.ts';
import { faultWord } from './words.ts';

/** What became of the pictures that an import names by their addresses; nothing where it names none. */
export function ImportPictures({ id }: { id: string }) {
  const { data, error } = useQuery({
    ...picturesQuery(id),
    refetchInterval: ({ state }) => picturesInterval(state.data),
  });
  if (error) {
    return (
      <p className={fieldStyles.error} role="alert">
        {errorMessage(error)}
      </p>
    );
  }
  if (!data || data.waiting + data.had + data.refused === 0) return null;
  const { waiting, had, refused, missed } = data;
  return (
    <section className={layoutStyles.stack} aria-labelledby="import-pictures">
      <h3 id="import-pictures">{m.db_import_pictures()}</h3>
      <p className="muted small">{m.db_import_pictures_hint()}</p>
      {waiting > 0 && (
        <progress value={had + refused} max={waiting + had + refused} aria-label={m.db_import_pictures()} />
      )}
      <dl className={panelStyles.kv}>
        <dt>{m.db_import_pictures_waiting()}</dt>
        <dd className="num">{count(waiting)}</dd>
        <dt>{m.db_import_pictures_had()}</dt>
        <dd className="num">{count(had)}</dd>
        <dt>{m.db_import_pictures_refused()}</dt>
        <dd className="num">{count(refused)}</dd>
      </dl>
      {missed.length > 0 && <Missed missed={missed} />}
    </section>
  );
}

const SHOWN = 50;

function Missed({ missed }: { missed: readonly MissedPicture[] }) {
  return (
    <TableScroll label={m.db_import_pictures_refused()}>
      <table className={tableStyles.table}>
        <thead>
          <tr>
            <th scope="col">{m.db_import_line()}</th>
            <th scope="col">{m.db_import_picture()}</th>
            <th scope="col">{m.db_import_why()}</th>
          </tr>
        </thead>
        <tbody>
          {missed.slice(0, SHOWN).map(({ line, productId, address, code }) => (
            <tr key={`${productId} ${address}`}>
              <td className="num">{count(line)}</td>
              <td>
                <bdi>{address}</bdi>
              </td>
              <td>{faultWord(code)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
