/** A post of the blog in a list. The gateway writes the same (`pages/blog.rs`). */
import type { BlogCard } from '@/api/types.ts';
import { shortDate } from '@/i18n/format.ts';
import { blogCategoryPath, blogPostPath } from '../paths.ts';
import { Picture } from './picture.tsx';
import * as styles from './post-card.module.css';
import { ShopLink } from './shop-link.tsx';

interface PostCardProps {
  readonly post: BlogCard;
  readonly eager?: boolean;
}

export function PostCard({ post, eager = false }: PostCardProps) {
  const { title, slug, excerpt, picture, publishedAt, category } = post;
  return (
    <article className={styles.postCard}>
      <span className={styles.picture}>
        <Picture image={picture} slot="post" loading={eager ? 'eager' : 'lazy'} />
      </span>
      <p className={styles.category}>
        <ShopLink href={blogCategoryPath(category.slug)}>{category.name}</ShopLink>
      </p>
      <ShopLink className={styles.name} dir="auto" href={blogPostPath(slug)}>
        {title}
      </ShopLink>
      {excerpt && <p dir="auto">{excerpt}</p>}
      <time dateTime={publishedAt}>{shortDate(publishedAt)}</time>
    </article>
  );
}
