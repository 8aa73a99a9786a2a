import { useQuery } from '@tanstack/react-query';
import { FolderTree, Plus } from 'lucide-react';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import { ListBody } from '../../parts/list-body.tsx';
import { NewCategoryDialog } from '../../parts/new-category-dialog.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { CategoryTree } from './category-tree.tsx';
import { treeQuery } from './queries.ts';

/** The categories as shoppers see them, one below the other. */
export function CategoriesPage() {
  const tree = useQuery(treeQuery);
  const mayWrite = useAllowed()('catalog.write');
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PageTitle>{m.db_categories_title()}</PageTitle>
      <div className={headsStyles.pageHead}>
        <h1>{m.db_categories_title()}</h1>
        <div className={headsStyles.acts}>
          {mayWrite && (
            <button
              type="button"
              className={`${buttonStyles.button} ${buttonStyles.primary}`}
              onClick={() => setAdding(true)}
            >
              <Plus className="icon" aria-hidden />
              {m.db_category_new()}
            </button>
          )}
        </div>
      </div>
      {mayWrite && <p className="muted">{m.db_categories_hint()}</p>}
      <ListBody
        query={tree}
        isEmpty={({ categories }) => categories.length === 0}
        empty={<Empty icon={FolderTree} title={m.db_categories_empty()} />}
      >
        {({ categories }) => <CategoryTree categories={categories} mayWrite={mayWrite} />}
      </ListBody>
      {isAdding && <NewCategoryDialog onMade={() => void tree.refetch()} onClose={() => setAdding(false)} />}
    </>
  );
}
