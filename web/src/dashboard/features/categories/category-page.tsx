import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { Question } from '@/ui/rich/question.tsx';
import { errorMessage } from '../../data/messages.ts';
import type { Category } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { Crumbs } from '../../parts/crumbs.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Pending } from '../../parts/pending.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { CategoryForm } from './category-form.tsx';
import { categoryQuery } from './queries.ts';
import { usageIn, useDeleteCategory } from './use-category.ts';

const route = getRouteApi('/categories/$id');

/** One category as staff edit it. */
export function CategoryPage() {
  const { id } = route.useParams();
  const category = useQuery(categoryQuery(id));
  const mayWrite = useAllowed()('catalog.write');
  if (!category.data) return <Pending query={category} rows={8} />;
  const { name } = category.data;
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <Crumbs>
        <bdi>{name}</bdi>
      </Crumbs>
      <div className={headsStyles.pageHead}>
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <div className={headsStyles.acts}>{mayWrite && <DeleteCategory category={category.data} />}</div>
      </div>
      <CategoryForm key={id} category={category.data} />
    </>
  );
}

function DeleteCategory({ category }: { category: Category }) {
  const [isAsked, setAsked] = useState(false);
  const remove = useDeleteCategory(category);
  const send = useSingle(remove);
  const usage = usageIn(remove.error);
  return (
    <>
      <button
        type="button"
        className={`${buttonStyles.button} ${buttonStyles.danger}`}
        onClick={() => setAsked(true)}
      >
        {m.db_category_delete()}
      </button>
      {isAsked && (
        <Question
          title={m.db_category_delete_title({ name: category.name })}
          body={m.db_category_delete_body()}
          confirm={m.db_category_delete()}
          isPending={remove.isPending}
          onConfirm={() => void send()}
          onClose={() => setAsked(false)}
        >
          {remove.error && (
            <p className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
              <span className="grow">
                <b>{errorMessage(remove.error)}</b>
                {usage && (
                  <small>
                    {m.db_category_usage({
                      categories: count(usage.categories),
                      products: count(usage.products),
                      promotions: count(usage.promotions),
                      blocks: count(usage.blocks),
                    })}
                  </small>
                )}
              </span>
            </p>
          )}
        </Question>
      )}
    </>
  );
}
