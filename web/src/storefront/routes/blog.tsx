/** The blog: its posts, newest first, of all categories or of one, and each of them. */
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import { ApiError, movedTo } from '@/api/errors.ts';
import type { BlogPosts } from '@/api/types.ts';
import { changed, type ListingSearch } from '@/domain/listing-search.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { EmptyState, ErrorState } from '@/ui/native/states.tsx';
import { blogPostsQuery } from '../features/blog/queries.ts';
import { Pages } from '../features/listing/pages.tsx';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { errorText, requestIdOf } from '../parts/error-text.ts';
import * as pageHeadStyles from '../parts/page-head.module.css';
import { PostCard } from '../parts/post-card.tsx';
import { ShopLink } from '../parts/shop-link.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { BLOG_PATH, blogCategoryPath } from '../paths.ts';
import * as styles from './blog.module.css';
import { BlogPostPage } from './blog-post.tsx';
import { MissingPage } from './not-found.tsx';
import { PagePending } from './states.tsx';

/** Cards of the first row, whose pictures are loaded at once. */
const FIRST_ROW = 3;

export function BlogRoute() {
  const { post, blogCategory } = useParams({ strict: false });
  return post ? <BlogPostPage slug={post} /> : <PostsPage slug={blogCategory} />;
}

function PostsPage({ slug }: { readonly slug: string | undefined }) {
  const { page, size } = useSearch({ strict: false }) as ListingSearch;
  const search = changed({}, { page, size });
  const options = blogPostsQuery(slug, search);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    options as typeof options & { queryKey: never },
  );
  const title = data?.category?.name ?? m.sf_blog();
  usePageTitle(data ? data.category?.seoTitle || title : '');
  const moved = movedTo(error);
  if (moved) return <Navigate to={blogCategoryPath(moved)} search={search} replace />;
  if (error instanceof ApiError && error.status === 404) return <MissingPage error={error} />;
  if (error && !data) {
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
  if (!data) return <PagePending />;
  const above = data.category ? [{ name: m.sf_blog(), href: BLOG_PATH }] : [];
  return (
    <main className="wrap" id="main">
      <Breadcrumbs steps={[...above, { name: title }]} />
      <div className={pageHeadStyles.pageHead}>
        <div>
          <h1>{title}</h1>
          {data.category?.description && <p dir="auto">{data.category.description}</p>}
        </div>
      </div>
      <Categories list={data} />
      {data.total === 0 ? (
        <EmptyState icon="search" title={m.sf_no_posts()} />
      ) : (
        <div className={styles.posts} aria-busy={isPlaceholderData || undefined}>
          {data.posts.map((post, index) => (
            <PostCard key={post.slug} post={post} eager={index < FIRST_ROW} />
          ))}
        </div>
      )}
      <Pages page={data.page} pageCount={data.pageCount} search={search} />
    </main>
  );
}

/** The other lists; none where there is one category alone. */
function Categories({ list: { categories, category } }: { readonly list: BlogPosts }) {
  if (categories.length < 2) return null;
  return (
    <nav className={styles.categories} aria-label={m.sf_blog_categories()}>
      {categories.map(({ name, slug }) => (
        <ShopLink
          key={slug}
          href={blogCategoryPath(slug)}
          aria-current={slug === category?.slug ? 'page' : undefined}
        >
          {name}
        </ShopLink>
      ))}
    </nav>
  );
}
