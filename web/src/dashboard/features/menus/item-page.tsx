import { getRouteApi } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { MenuItem } from '../../data/types.ts';
import { DetailPage, NewPage } from '../../recipe/detail/detail-page.tsx';
import { RemoveRecord } from '../../recipe/detail/remove-record.tsx';
import { nameOf, newItem } from './draft.ts';
import { ItemForm } from './item-form.tsx';
import { menuItemQuery } from './queries.ts';

const newRoute = getRouteApi('/menus/new');

/** One item of a menu as staff edit it. */
export function ItemPage() {
  return (
    <DetailPage query={menuItemQuery} title={nameOf} rows={6} changes={(item) => <DeleteItem item={item} />}>
      {(item) => <ItemForm item={item} />}
    </DetailPage>
  );
}

/** An item that is not there yet. */
export function NewItemPage() {
  const { menu = 'main' } = newRoute.useSearch();
  return (
    <NewPage title={m.db_menu_new()}>
      <ItemForm key={menu} item={newItem(menu)} />
    </NewPage>
  );
}

function DeleteItem({ item }: { item: MenuItem }) {
  return (
    <RemoveRecord
      path="/dashboard/api/menu-items/{id}"
      id={item.id}
      list="/menus"
      act={m.db_menu_delete()}
      title={m.db_menu_delete_title({ name: nameOf(item) })}
      body={m.db_menu_delete_body()}
      done={m.db_menu_deleted()}
    />
  );
}
