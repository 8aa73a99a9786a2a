import { m } from '@/i18n/paraglide.gen/messages.js';
import { categoryQuery } from '../../data/categories.ts';
import type { Category } from '../../data/types.ts';
import { DetailPage } from '../../recipe/detail/detail-page.tsx';
import { RemoveRecord } from '../../recipe/detail/remove-record.tsx';
import { CategoryForm } from './category-form.tsx';
import { LISTS } from './use-category.ts';

/** One category as staff edit it. */
export function CategoryPage() {
  return (
    <DetailPage
      query={categoryQuery}
      title={({ name }) => name}
      changes={(category) => <DeleteCategory category={category} />}
      write="catalog.write"
    >
      {(category) => <CategoryForm category={category} />}
    </DetailPage>
  );
}

/** One that something is filed under stays. */
function DeleteCategory({ category: { id, name } }: { category: Category }) {
  return (
    <RemoveRecord
      path="/dashboard/api/categories/{id}"
      id={id}
      list="/categories"
      lists={LISTS}
      act={m.db_category_delete()}
      title={m.db_category_delete_title({ name })}
      body={m.db_category_delete_body()}
      done={m.db_category_deleted({ name })}
      inUse={(by) =>
        m.db_category_usage({
          categories: by('categories'),
          products: by('products'),
          promotions: by('promotions'),
          blocks: by('blocks'),
        })
      }
    />
  );
}
