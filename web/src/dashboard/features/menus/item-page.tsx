import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { Question } from '@/ui/rich/question.tsx';
import { errorMessage } from '../../data/messages.ts';
import type { MenuItem } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { Pending } from '../../parts/pending.tsx';
import { RecordHead } from '../../parts/record-head.tsx';
import { nameOf, newItem } from './draft.ts';
import { ItemForm } from './item-form.tsx';
import { menuItemQuery } from './queries.ts';
import { useDeleteItem } from './use-menu-item.ts';

const route = getRouteApi('/menus/$id');
const newRoute = getRouteApi('/menus/new');

/** One item of a menu as staff edit it. */
export function ItemPage() {
  const { id } = route.useParams();
  const item = useQuery(menuItemQuery(id));
  if (item.data) {
    return (
      <>
        <RecordHead title={nameOf(item.data)}>
          <DeleteItem item={item.data} />
        </RecordHead>
        <ItemForm key={id} item={item.data} />
      </>
    );
  }
  return <Pending query={item} rows={6} />;
}

/** An item that is not there yet. */
export function NewItemPage() {
  const { menu = 'main' } = newRoute.useSearch();
  return (
    <>
      <RecordHead title={m.db_menu_new()} />
      <ItemForm key={menu} item={newItem(menu)} />
    </>
  );
}

function DeleteItem({ item }: { item: MenuItem }) {
  const [isAsked, setAsked] = useState(false);
  const remove = useDeleteItem(item);
  const send = useSingle(remove);
  return (
    <>
      <button
        type="button"
        className={`${buttonStyles.button} ${buttonStyles.danger}`}
        onClick={() => setAsked(true)}
      >
        {m.db_menu_delete()}
      </button>
      {isAsked && (
        <Question
          title={m.db_menu_delete_title({ name: nameOf(item) })}
          body={m.db_menu_delete_body()}
          confirm={m.db_menu_delete()}
          isPending={remove.isPending}
          onConfirm={() => void send()}
          onClose={() => setAsked(false)}
        >
          {remove.error && (
            <p className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
              {errorMessage(remove.error)}
            </p>
          )}
        </Question>
      )}
    </>
  );
}
