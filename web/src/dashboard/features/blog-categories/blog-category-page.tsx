import { m } from '@/i18n/paraglide.gen/messages.js';
import type { BlogCategory } from '../../data/types.ts';
import { DetailPage, NewPage } from '../../recipe/detail/detail-page.tsx';
import { RemoveRecord } from '../../recipe/detail/remove-record.tsx';
import { SeeInShop } from '../../recipe/detail/see-in-shop.tsx';
import { BlogCategoryForm } from './blog-category-form.tsx';
import { NEW_BLOG_CATEGORY } from './draft.ts';
import { blogCategoryQuery } from './queries.ts';
import { LISTS } from './use-blog-category.ts';

/** One category of the blog as staff edit it. */
export function BlogCategoryPage() {
  return (
    <DetailPage
      query={blogCategoryQuery}
      title={({ name }) => name.fr}
      acts={({ link }) => <SeeInShop href={link}>{m.db_blog_category_see()}</SeeInShop>}
      changes={(category) => <DeleteCategory category={category} />}
    >
      {(category) => <BlogCategoryForm category={category} />}
    </DetailPage>
  );
}

/** A category that is not there yet. */
export function NewBlogCategoryPage() {
  return (
    <NewPage title={m.db_category_new()}>
      <BlogCategoryForm category={NEW_BLOG_CATEGORY} />
    </NewPage>
  );
}

/** One with posts, or that menus name, stays, and says with how many. */
export function DeleteCategory({ category: { id, name } }: { category: BlogCategory }) {
  return (
    <RemoveRecord
      path="/dashboard/api/blog-categories/{id}"
      id={id}
      list="/blog-categories"
      lists={LISTS}
      act={m.db_blog_category_delete()}
      title={m.db_blog_category_delete_title({ name: name.fr })}
      body={m.db_blog_category_delete_body()}
      done={m.db_blog_category_deleted({ name: name.fr })}
      inUse={(by) => m.db_blog_category_usage({ posts: by('posts'), items: by('items') })}
    />
  );
}
