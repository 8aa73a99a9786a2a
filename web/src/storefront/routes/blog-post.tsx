/** A post of the blog. */

import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { ApiError, movedTo } from '@/api/errors.ts';
import type { BlogPost } from '@/api/types.ts';
import { shortDate } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { ErrorState } from '@/ui/native/states.tsx';
import { blogPostQuery } from '../features/blog/queries.ts';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { errorText, requestIdOf } from '../parts/error-text.ts';
import { Picture } from '../parts/picture.tsx';
import * as proseStyles from '../parts/prose.module.css';
import { usePageTitle } from '../parts/use-page-title.ts';
import { BLOG_PATH, blogCategoryPath, blogPostPath } from '../paths.ts';
import { MissingPage } from './not-found.tsx';
import * as styles from './post.module.css';
import { PagePending } from './states.tsx';

export function BlogPostPage({ slug }: { readonly slug: string }) {
  const { data: post, error, refetch } = useQuery(blogPostQuery(slug));
  usePageTitle(post ? post.seoTitle || post.title : '');
  const moved = movedTo(error);
  if (moved) return <Navigate to={blogPostPath(moved)} replace />;
  if (error instanceof ApiError && error.status === 404) return <MissingPage error={error} />;
  if (error && !post) {
    return (
      <main className="wrap" id="main">
        <ErrorState
          message={errorText(error)}
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
        />
      </main>
    );
  }
  if (!post) return <PagePending />;
  return <BlogPostView post={post} />;
}

export function BlogPostView({ post }: { readonly post: BlogPost }) {
  const { title, category, publishedAt, picture, html } = post;
  const above = [
    { name: m.sf_blog(), href: BLOG_PATH },
    { name: category.name, href: blogCategoryPath(category.slug) },
  ];
  return (
    <main className="wrap" id="main">
      <Breadcrumbs steps={[...above, { name: title }]} />
      <article className={styles.post}>
        <header>
          <h1 dir="auto">{title}</h1>
          <time dateTime={publishedAt}>{shortDate(publishedAt)}</time>
        </header>
        <Picture image={picture} slot="article" loading="first" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the catalogue cleans it when it is written and when it is read. */}
        <div className={proseStyles.prose} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
      </article>
    </main>
  );
}
