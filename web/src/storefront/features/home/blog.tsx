/** The blog on the home page: posts side by side, one of them, its categories (spec 3 and 9). */
import type { HomeBlock } from '@/api/types.ts';
import { Picture } from '../../parts/picture.tsx';
import * as postCardStyles from '../../parts/post-card.module.css';
import { PostCard } from '../../parts/post-card.tsx';
import * as sectionStyles from '../../parts/section.module.css';
import { ShopLink } from '../../parts/shop-link.tsx';
import { TurningRail } from '../../parts/turning-rail.tsx';
import { blogCategoryPath } from '../../paths.ts';
import * as styles from './blog-blocks.module.css';

const TURN_MS = 3_000;

export type OfBlog = Extract<HomeBlock, { type: `blog_${string}` }>;

type Of<Type extends OfBlog['type']> = Extract<OfBlog, { type: Type }>;

export function BlogBlock({ block }: { readonly block: OfBlog }) {
  switch (block.type) {
    case 'blog_posts_carousel':
      return <Posts block={block} />;
    case 'blog_post_card':
      return <Post block={block} />;
    case 'blog_categories_carousel':
      return <Categories block={block} />;
  }
}

/** 3 beside each other, on a tablet 2, on a phone 1; every 3 s the row goes on by one. */
function Posts({ block: { publicTitle, link, posts } }: { readonly block: Of<'blog_posts_carousel'> }) {
  return (
    <TurningRail title={publicTitle} isHeaded everyMs={TURN_MS} className={styles.posts} link={link}>
      {posts.map((post) => (
        <PostCard key={post.slug} post={post} />
      ))}
    </TurningRail>
  );
}

function Post({ block: { publicTitle, post } }: { readonly block: Of<'blog_post_card'> }) {
  return (
    <section className={sectionStyles.section} aria-label={publicTitle || post.title}>
      {publicTitle && (
        <div className={sectionStyles.head}>
          <h2>{publicTitle}</h2>
        </div>
      )}
      <div className={styles.alone}>
        <PostCard post={post} />
      </div>
    </section>
  );
}

function Categories({
  block: { publicTitle, categories },
}: {
  readonly block: Of<'blog_categories_carousel'>;
}) {
  return (
    <TurningRail title={publicTitle} isHeaded everyMs={TURN_MS} className={styles.categories}>
      {categories.map(({ slug, name, description, picture }) => (
        <ShopLink key={slug} href={blogCategoryPath(slug)}>
          <span className={postCardStyles.picture}>
            <Picture image={picture} slot="card" />
          </span>
          <b>{name}</b>
          {description && <small>{description}</small>}
        </ShopLink>
      ))}
    </TurningRail>
  );
}
