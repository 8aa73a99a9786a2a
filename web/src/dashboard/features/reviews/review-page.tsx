import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Ban, Check, MessageSquareReply } from 'lucide-react';
import { useState } from 'react';
import { dateTime, shortDate } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import type { Review } from '../../data/types.ts';
import { Pending } from '../../parts/pending.tsx';
import { Phone } from '../../parts/phone.tsx';
import { RecordHead } from '../../recipe/detail/record-head.tsx';
import { Stars, StateLabel } from './looks.tsx';
import { reviewQuery } from './queries.ts';
import { ReplyDialog } from './reply-dialog.tsx';
import * as styles from './review-page.module.css';
import { useDecision } from './use-decision.ts';

const route = getRouteApi('/reviews/$id');

/** One review with who wrote it: approved, refused, answered. */
export function ReviewPage() {
  const { id } = route.useParams();
  const review = useQuery(reviewQuery(id));
  if (review.data) return <ReviewView review={review.data} />;
  return <Pending query={review} rows={6} />;
}

export function ReviewView({ review }: { review: Review }) {
  const [isReplying, setReplying] = useState(false);
  return (
    <>
      <RecordHead title={review.productName}>
        <Decisions review={review} />
      </RecordHead>
      <section className={panelStyles.panel}>
        <header className={headsStyles.panelHead}>
          <h2>
            <bdi>{review.name}</bdi>
          </h2>
          <Stars rating={review.rating} />
          <StateLabel state={review.state} />
          <time className="muted num" dateTime={review.createdAt}>
            {dateTime(review.createdAt)}
          </time>
        </header>
        <div className={`${panelStyles.body} ${styles.reviewText}`}>
          <p dir="auto">{review.text}</p>
          {review.image && (
            <a href={review.image} target="_blank" rel="noreferrer">
              <img src={review.image} alt={m.db_review_picture()} loading="lazy" />
            </a>
          )}
        </div>
      </section>
      <section className={panelStyles.panel}>
        <header className={headsStyles.panelHead}>
          <h2>{m.db_review_reply()}</h2>
          <div className={headsStyles.acts}>
            <button type="button" className={buttonStyles.button} onClick={() => setReplying(true)}>
              <MessageSquareReply className="icon" aria-hidden />
              {review.reply ? m.db_review_reply_edit() : m.db_review_reply_write()}
            </button>
          </div>
        </header>
        <div className={`${panelStyles.body} ${styles.reviewText}`}>
          {review.reply ? (
            <p dir="auto">{review.reply}</p>
          ) : (
            <p className="muted">{m.db_review_reply_none()}</p>
          )}
        </div>
      </section>
      <Writer review={review} />
      {isReplying && <ReplyDialog review={review} onClose={() => setReplying(false)} />}
    </>
  );
}

function Decisions({ review }: { review: Review }) {
  const { decide, isPending } = useDecision(review);
  return (
    <>
      {review.state !== 'approved' && (
        <button
          type="button"
          className={`${buttonStyles.button} ${buttonStyles.primary}`}
          disabled={isPending}
          onClick={() => void decide('approved')}
        >
          <Check className="icon" aria-hidden />
          {m.db_review_approve()}
        </button>
      )}
      {review.state !== 'refused' && (
        <button
          type="button"
          className={buttonStyles.button}
          disabled={isPending}
          onClick={() => void decide('refused')}
        >
          <Ban className="icon" aria-hidden />
          {m.db_review_refuse()}
        </button>
      )}
    </>
  );
}

/** Who wrote it: for the shop alone. */
function Writer({ review }: { review: Review }) {
  return (
    <section className={panelStyles.panel}>
      <header className={headsStyles.panelHead}>
        <h2>{m.db_review_writer()}</h2>
      </header>
      <div className={panelStyles.body}>
        <dl className={panelStyles.kv}>
          <dt>{m.db_review_phone()}</dt>
          <dd>
            <a className="link" href={`tel:${review.phone}`}>
              <Phone digits={review.phone} />
            </a>
          </dd>
          <dt>{m.db_review_email()}</dt>
          <dd>
            <a className="link" href={`mailto:${review.email}`}>
              <bdi className="ltr">{review.email}</bdi>
            </a>
          </dd>
          <dt>{m.db_review_bought_on()}</dt>
          <dd className="num">{shortDate(review.purchaseDate)}</dd>
          <dt>{m.db_review_purchase()}</dt>
          <dd>{review.verified ? m.db_review_verified() : m.db_review_unverified()}</dd>
        </dl>
        <p>
          <Link to="/reviews" search={{ product: review.productId }} className="link">
            {m.db_reviews_of_product()}
          </Link>
        </p>
      </div>
    </section>
  );
}
