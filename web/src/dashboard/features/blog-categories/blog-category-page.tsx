import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import type { BlogCategory } from '../../data/types.ts';
import { DeleteInUse } from '../../parts/delete-in-use.tsx';
import { Pending } from '../../parts/pending.tsx';
import { RecordHead } from '../../parts/record-head.tsx';
import { BlogCategoryForm } from './blog-category-form.tsx';
import { NEW_BLOG_CATEGORY } from './draft.ts';
import { blogCategoryQuery } from './queries.ts';
import { useDeleteBlogCategory } from './use-blog-category.ts';

const route = getRouteApi('/blog-categories/$id');

/** One category of the blog as staff edit it. */
export function BlogCategoryPage() {
  const { id } = route.useParams();
  const category = useQuery(blogCategoryQuery(id));
  if (!category.data) return <Pending query={category} rows={8} />;
  return (
    <>
      <RecordHead title={category.data.name.fr}>
        <a href={category.data.link} target="_blank" rel="noreferrer" className={buttonStyles.button}>
          {m.db_blog_category_see()}
        </a>
        <DeleteCategory category={category.data} />
      </RecordHead>
      <BlogCategoryForm key={id} category={category.data} />
    </>
  );
}

/** A category that is not there yet. */
export function NewBlogCategoryPage() {
  return (
    <>
      <RecordHead title={m.db_category_new()} />
      <BlogCategoryForm category={NEW_BLOG_CATEGORY} />
    </>
  );
}

/** One with posts, or that menus name, stays, and says with how many. */
export function DeleteCategory({ category }: { category: BlogCategory }) {
  return (
    <DeleteInUse
      act={m.db_blog_category_delete()}
      title={m.db_blog_category_delete_title({ name: category.name.fr })}
      body={m.db_blog_category_delete_body()}
      remove={useDeleteBlogCategory(category)}
      inUse={(by) => m.db_blog_category_usage({ posts: by('posts'), items: by('items') })}
    />
  );
}
