import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Column } from '@/ui/data-table/data-table.tsx';
import * as filtersStyles from '@/ui/data-table/filters.module.css';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as dialogStyles from '@/ui/rich/dialog.module.css';
import { Dialog } from '@/ui/rich/dialog.tsx';
import { MovableList } from '../../parts/movable-list.tsx';
import { isFixed } from './columns.ts';
import type { Columns } from './use-columns.ts';

interface ColumnMenuProps<Row> {
  columns: Columns<Column<Row>>;
}

/** Shows, hides and moves the columns of a list while one looks at it. */
export function ColumnMenu<Row>({ columns }: ColumnMenuProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${buttonStyles.icon} ${filtersStyles.last} wide-only`}
        aria-label={m.db_columns()}
        title={m.db_columns()}
        onClick={() => setOpen(true)}
      >
        <Columns3 className="icon" aria-hidden />
      </button>
      {isOpen && <ColumnDialog columns={columns} onClose={() => setOpen(false)} />}
    </>
  );
}

function ColumnDialog<Row>({
  columns: { all, hidden, choose, reset },
  onClose,
}: ColumnMenuProps<Row> & { onClose: () => void }) {
  const order = all.map(({ id }) => id);
  return (
    <Dialog open placement="side" title={m.db_columns()} lead={m.db_columns_lead()} onClose={onClose}>
      <div className={dialogStyles.body}>
        <MovableList
          items={all}
          mayMove
          nameOf={({ header }) => header}
          onMove={(moved) => choose({ order: moved.map(({ id }) => id) })}
        >
          {(column) => (
            <span className={`${fieldStyles.choices} grow`}>
              <label>
                <input
                  type="checkbox"
                  className={checkStyles.check}
                  checked={isFixed(column) || !hidden.includes(column.id)}
                  disabled={isFixed(column)}
                  onChange={({ target }) =>
                    choose({
                      order,
                      hidden: target.checked
                        ? hidden.filter((id) => id !== column.id)
                        : [...hidden, column.id],
                    })
                  }
                />
                {column.header}
              </label>
            </span>
          )}
        </MovableList>
      </div>
      <div className={dialogStyles.foot}>
        <button type="button" className={buttonStyles.button} aria-disabled={!reset} onClick={reset}>
          {m.db_columns_reset()}
        </button>
        <button type="button" className={`${buttonStyles.button} ${buttonStyles.primary}`} onClick={onClose}>
          {m.db_close()}
        </button>
      </div>
    </Dialog>
  );
}
