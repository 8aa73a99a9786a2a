import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import type { BlogPost } from '../../data/types.ts';
import { DeleteInUse } from '../../parts/delete-in-use.tsx';
import { Pending } from '../../parts/pending.tsx';
import { RecordHead } from '../../parts/record-head.tsx';
import { BlogPostForm } from './blog-post-form.tsx';
import { NEW_POST } from './draft.ts';
import { blogPostQuery } from './queries.ts';
import { useDeleteBlogPost } from './use-blog-post.ts';

const route = getRouteApi('/blog-posts/$id');
const newRoute = getRouteApi('/blog-posts/new');

/** One post as staff write it. */
export function BlogPostPage() {
  const { id } = route.useParams();
  const post = useQuery(blogPostQuery(id));
  if (!post.data) return <Pending query={post} rows={8} />;
  return (
    <>
      <RecordHead title={post.data.title.fr}>
        {post.data.state === 'published' && (
          <a href={post.data.link} target="_blank" rel="noreferrer" className={buttonStyles.button}>
            {m.db_blog_post_see()}
          </a>
        )}
        <DeletePost post={post.data} />
      </RecordHead>
      <BlogPostForm key={id} post={post.data} />
    </>
  );
}

/** A post that is not there yet, in the category that the address names. */
export function NewBlogPostPage() {
  const { category = '' } = newRoute.useSearch();
  return (
    <>
      <RecordHead title={m.db_blog_post_new()} />
      <BlogPostForm post={{ ...NEW_POST, categoryId: category }} />
    </>
  );
}

function DeletePost({ post }: { post: BlogPost }) {
  return (
    <DeleteInUse
      act={m.db_blog_post_delete()}
      title={m.db_blog_post_delete_title({ name: post.title.fr })}
      body={m.db_blog_post_delete_body()}
      remove={useDeleteBlogPost(post)}
      inUse={(by) => m.db_collection_usage({ items: by('items'), blocks: by('blocks') })}
    />
  );
}
