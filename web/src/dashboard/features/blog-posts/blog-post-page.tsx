import { getRouteApi } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { BlogPost } from '../../data/types.ts';
import { DetailPage, NewPage } from '../../recipe/detail/detail-page.tsx';
import { DraftLink } from '../../recipe/detail/draft-link.tsx';
import { RemoveRecord } from '../../recipe/detail/remove-record.tsx';
import { SeeInShop } from '../../recipe/detail/see-in-shop.tsx';
import { BlogPostForm } from './blog-post-form.tsx';
import { NEW_POST } from './draft.ts';
import { blogPostQuery } from './queries.ts';
import { LISTS } from './use-blog-post.ts';

const newRoute = getRouteApi('/blog-posts/new');

/** One post as staff write it. */
export function BlogPostPage() {
  return (
    <DetailPage
      query={blogPostQuery}
      title={({ title }) => title.fr}
      acts={({ state, link, id }) =>
        state === 'published' ? (
          <SeeInShop href={link}>{m.db_blog_post_see()}</SeeInShop>
        ) : (
          <DraftLink path="/dashboard/api/blog-posts/{id}/draft-link" id={id} />
        )
      }
      changes={(post) => <DeletePost post={post} />}
    >
      {(post) => <BlogPostForm post={post} />}
    </DetailPage>
  );
}

/** A post that is not there yet, in the category that the address names. */
export function NewBlogPostPage() {
  const { category = '' } = newRoute.useSearch();
  return (
    <NewPage title={m.db_blog_post_new()}>
      <BlogPostForm post={{ ...NEW_POST, categoryId: category }} />
    </NewPage>
  );
}

/** One that menus or the home page name stays. */
function DeletePost({ post: { id, title } }: { post: BlogPost }) {
  return (
    <RemoveRecord
      path="/dashboard/api/blog-posts/{id}"
      id={id}
      list="/blog-posts"
      lists={LISTS}
      act={m.db_blog_post_delete()}
      title={m.db_blog_post_delete_title({ name: title.fr })}
      body={m.db_blog_post_delete_body()}
      done={m.db_blog_post_deleted({ name: title.fr })}
      inUse={(by) => m.db_collection_usage({ items: by('items'), blocks: by('blocks') })}
    />
  );
}
