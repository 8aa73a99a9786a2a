import { Link } from '@tanstack/react-router';
import type { Place } from '@/domain/tree.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as stateStyles from '@/ui/rich/state.module.css';
import { Switch } from '@/ui/rich/switch.tsx';
import type { MenuItem } from '../../data/types.ts';
import { MovableTree } from '../../parts/movable-tree.tsx';
import { inTreeOrder, nameOf } from './draft.ts';
import { kindOf } from './kinds.ts';
import { useMoveItem, useSwitchItem } from './use-menu-item.ts';

/** The items of a menu, moved and switched in place. */
export function MenuTree({ items }: { items: readonly MenuItem[] }) {
  const move = useMoveItem();
  const toggle = useSwitchItem();
  const hasChildren = (id: string) => items.some(({ parentId }) => parentId === id);
  const isTop = (id: string) => items.some((item) => item.id === id && !item.parentId);
  // Two levels are all that a menu has.
  const mayStand = ({ id }: MenuItem, { parentId }: Place) =>
    parentId === null || (parentId !== id && isTop(parentId) && !hasChildren(id));
  return (
    <MovableTree
      nodes={inTreeOrder(items)}
      mayMove
      isMoving={move.isPending}
      nameOf={nameOf}
      inside={m.db_menu_in}
      mayStand={mayStand}
      movedTo={(item, { parentId, at }) => {
        const host = items.find(({ id }) => id === parentId);
        return m.db_category_moved({
          name: nameOf(item),
          host: host ? nameOf(host) : m.db_category_top_level(),
          place: count(at + 1),
        });
      }}
      onMove={(item, place) => move.mutate({ item, ...place })}
    >
      {(item) => (
        <>
          <span className="grow">
            <Link to="/menus/$id" params={{ id: item.id }} className="strong">
              <bdi>{nameOf(item)}</bdi>
            </Link>
            <br />
            <small className="muted">
              {kindOf(item.type).words()}
              {item.link && (
                <>
                  {' · '}
                  <bdi dir="ltr">{item.link}</bdi>
                </>
              )}
            </small>
          </span>
          {!item.leads && (
            <span className={`${stateStyles.state} ${stateStyles.bad}`}>{m.db_menu_leads_nowhere()}</span>
          )}
          <Switch
            label={m.db_block_shown({ name: nameOf(item) })}
            checked={item.isActive}
            disabled={toggle.isPending}
            onChange={() => toggle.mutate(item)}
          />
        </>
      )}
    </MovableTree>
  );
}
