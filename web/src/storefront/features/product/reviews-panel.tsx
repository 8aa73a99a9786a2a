/** What shoppers say of a product: what it comes to, the form behind its button, and the list. */

import { useInfiniteQuery } from '@tanstack/react-query';
import { type CSSProperties, useId, useRef, useState } from 'react';
import { FRESH } from '@/api/query.ts';
import type { ProductPage, Rating, Review } from '@/api/types.ts';
import { count, shortDate } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Button } from '@/ui/native/button.tsx';
import * as fieldStyles from '@/ui/native/field.module.css';
import { client } from '../../api.ts';
import { errorText } from '../../parts/error-text.ts';
import { Stars } from '../../parts/stars.tsx';
import { ReviewFormFields } from './review-form.tsx';
import * as styles from './reviews.module.css';

const SIZE = 12;
const SORTS = {
  default: m.sf_reviews_newest,
  rating_desc: m.sf_reviews_best,
  rating_asc: m.sf_reviews_worst,
};

type Sort = keyof typeof SORTS;

interface ReviewsPanelProps {
  readonly product: ProductPage;
  readonly takesReviews: boolean;
}

export function ReviewsPanel({ product, takesReviews }: ReviewsPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const [isSent, setSent] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);
  const toggle = () => {
    setOpen(!isOpen);
    setSent(false);
  };
  return (
    <div className={styles.reviews}>
      <div className={styles.head}>
        {product.rating && product.rating.count > 0 && <Summary rating={product.rating} />}
        {takesReviews && (
          <Button aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? m.sf_review_close() : m.sf_review_add()}
          </Button>
        )}
      </div>
      {/* It is there before it says anything: what comes with its words is not read out. */}
      <p ref={status} className={isSent ? styles.thanks : 'visually-hidden'} role="status" tabIndex={-1}>
        {isSent && m.sf_review_thanks()}
      </p>
      {isOpen && (
        <ReviewFormFields
          product={product}
          onSent={() => {
            setOpen(false);
            setSent(true);
            // The form goes, with the button that had the focus.
            status.current?.focus();
          }}
        />
      )}
      <ReviewList product={product} isAwaited={isSent} />
    </div>
  );
}

function Summary({ rating }: { readonly rating: Rating }) {
  const bars = rating.counts.map((reviews, place) => ({ stars: place + 1, reviews })).reverse();
  return (
    <>
      <div>
        <p className={`${styles.average} num`}>{rating.average}</p>
        <Stars rating={rating.average} />
      </div>
      <ul className={`${styles.bars} num`}>
        {bars.map(({ stars, reviews }) => (
          <li key={stars}>
            <span>{stars}</span>
            <i style={{ '--v': `${(100 * reviews) / rating.count}%` } as CSSProperties} />
            <span>{count(reviews)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The pages that were asked for; the page itself brings the first of the usual order. */
function useReviews(product: ProductPage, sort: Sort) {
  const { reviewsSerialized: reviews = [], rating } = product;
  return useInfiniteQuery({
    queryKey: ['reviews', product.slug, sort, product.version],
    queryFn: async ({ pageParam }) => {
      const path = { slug: product.slug };
      const query = { page: pageParam, size: SIZE, sort };
      const { data } = await client.GET('/web/public/api/product/{slug}/reviews', {
        params: { path, query },
      });
      if (!data) throw new Error('reviews were answered without a body');
      return data;
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.length * SIZE < last.rating.count ? pages.length + 1 : undefined,
    staleTime: FRESH.listing,
    ...(sort === 'default' && rating && { initialData: { pages: [{ reviews, rating }], pageParams: [1] } }),
  });
}

interface ReviewListProps {
  readonly product: ProductPage;
  /** Whether one was sent just now: who is thanked for it is not asked for the first. */
  readonly isAwaited: boolean;
}

function ReviewList({ product, isAwaited }: ReviewListProps) {
  const id = useId();
  const [sort, setSort] = useState<Sort>('default');
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useReviews(product, sort);
  const reviews = data?.pages.flatMap((page) => page.reviews) ?? [];
  if (data && reviews.length === 0) return isAwaited ? null : <p className="quiet">{m.sf_reviews_none()}</p>;
  return (
    <>
      {(product.rating?.count ?? 0) > 1 && (
        <p className={styles.sort}>
          <label htmlFor={id}>{m.sf_sort()}</label>
          <select
            id={id}
            className={fieldStyles.input}
            value={sort}
            onChange={({ target }) => setSort((target as HTMLSelectElement).value as Sort)}
          >
            {Object.entries(SORTS).map(([value, word]) => (
              <option key={value} value={value}>
                {word()}
              </option>
            ))}
          </select>
        </p>
      )}
      <ul className={styles.list} aria-busy={isFetching}>
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewItem review={review} />
          </li>
        ))}
      </ul>
      {error && <p role="alert">{errorText(error)}</p>}
      {hasNextPage && (
        <Button busy={isFetching} onClick={() => void fetchNextPage()}>
          {m.sf_reviews_more()}
        </Button>
      )}
    </>
  );
}

function ReviewItem({ review }: { readonly review: Review }) {
  return (
    <article className={styles.one}>
      <div className={styles.by}>
        <Stars rating={review.rating} />
        <b dir="auto">{review.user}</b>
        {review.verified && <span className={styles.verified}>{m.sf_review_verified()}</span>}
        <time dateTime={review.createdAt}>{shortDate(review.createdAt)}</time>
      </div>
      <p dir="auto">{review.text}</p>
      {review.images.map((image) => (
        <a key={image.url} className={styles.picture} href={image.url} target="_blank" rel="noreferrer">
          <img
            src={image.displayUrl}
            width={image.width}
            height={image.height}
            alt={m.sf_review_picture()}
            loading="lazy"
          />
        </a>
      ))}
      {review.reply && (
        <div className={styles.reply}>
          <b>{m.sf_review_reply()}</b>
          <p dir="auto">{review.reply}</p>
        </div>
      )}
    </article>
  );
}
