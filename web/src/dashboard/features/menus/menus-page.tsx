import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PanelTop, Plus } from 'lucide-react';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { Question } from '@/ui/rich/question.tsx';
import { Empty } from '@/ui/rich/states.tsx';
import type { MenuItem } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { ListBody } from '../../parts/list-body.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { MENUS, type MenuName } from './kinds.ts';
import { MenuTree } from './menu-tree.tsx';
import { menuItemsQuery } from './queries.ts';
import { useWholeMenu } from './use-menu-item.ts';

/** The shop's menus, one below the other. */
export function MenusPage() {
  const items = useQuery(menuItemsQuery);
  return (
    <>
      <PageTitle>{m.db_menus_title()}</PageTitle>
      <div className={headsStyles.pageHead}>
        <h1>{m.db_menus_title()}</h1>
        <div className={headsStyles.acts}>
          <a className={buttonStyles.button} href="/" target="_blank" rel="noreferrer">
            {m.db_blocks_see()}
          </a>
        </div>
      </div>
      <p className="muted">{m.db_menus_hint()}</p>
      <ListBody query={items} isEmpty={() => false} empty={null}>
        {(all) => (
          <div className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
            {(Object.keys(MENUS) as MenuName[]).map((menu) => (
              <Menu key={menu} menu={menu} items={all.items.filter((item) => item.menu === menu)} />
            ))}
          </div>
        )}
      </ListBody>
    </>
  );
}

function Menu({ menu, items }: { menu: MenuName; items: readonly MenuItem[] }) {
  const add = (
    <Link to="/menus/new" search={{ menu }} className={buttonStyles.button}>
      <Plus className="icon" aria-hidden />
      {m.db_menu_new()}
    </Link>
  );
  const title = MENUS[menu]();
  return (
    <section aria-label={title}>
      <div className={headsStyles.pageHead}>
        <h2>{title}</h2>
        <div className={headsStyles.acts}>
          {items.length > 0 && <ResetMenu menu={menu} />}
          {add}
        </div>
      </div>
      {items.length > 0 ? <MenuTree items={items} /> : <OfCategories menu={menu} />}
    </section>
  );
}

/** A menu that nobody made yet. */
function OfCategories({ menu }: { menu: MenuName }) {
  const start = useWholeMenu(menu);
  const send = useSingle(start);
  return (
    <Empty icon={PanelTop} title={m.db_menu_of_categories()} body={m.db_menu_of_categories_body()}>
      <button
        type="button"
        className={`${buttonStyles.button} ${buttonStyles.primary}`}
        disabled={start.isPending}
        onClick={() => void send('start')}
      >
        {m.db_menu_start()}
      </button>
    </Empty>
  );
}

function ResetMenu({ menu }: { menu: MenuName }) {
  const [isAsked, setAsked] = useState(false);
  const reset = useWholeMenu(menu);
  const send = useSingle(reset);
  return (
    <>
      <button
        type="button"
        className={`${buttonStyles.button} ${buttonStyles.danger}`}
        onClick={() => setAsked(true)}
      >
        {m.db_menu_reset()}
      </button>
      {isAsked && (
        <Question
          title={m.db_menu_reset_title({ name: MENUS[menu]() })}
          body={m.db_menu_reset_body()}
          confirm={m.db_menu_reset()}
          isPending={reset.isPending}
          onConfirm={() => void send('reset').then((done) => !done && setAsked(false))}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
