/** The form of a review. What is typed stays in the browser until the shop has it. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '@/api/errors.ts';
import type { ProductPage } from '@/api/types.ts';
import {
  LONGEST_NAME,
  LONGEST_TEXT,
  MOST_STARS,
  problemsOf,
  type ReviewField,
  type ReviewForm,
  type ReviewProblem,
} from '@/domain/review-form.ts';
import { shopDay } from '@/domain/shop-day.ts';
import { listed } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useStored } from '@/lib/stored.ts';
import * as buttonStyles from '@/ui/native/button.module.css';
import { Button } from '@/ui/native/button.tsx';
import * as checkStyles from '@/ui/native/check.module.css';
import * as fieldStyles from '@/ui/native/field.module.css';
import { Field, type FieldControl } from '@/ui/native/field.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { errorText } from '../../parts/error-text.ts';
import * as noteStyles from '../../parts/note.module.css';
import * as orderStyles from '../../parts/order.module.css';
import { PhoneInput } from '../../parts/phone-input.tsx';
import { draftOf, draftStore, sending, withDraft, withoutDraft } from './review-draft.ts';
import * as styles from './review-form.module.css';
import { NotAPicture, sendReview } from './send-review.ts';

interface ReviewFormProps {
  readonly product: ProductPage;
  readonly onSent: () => void;
}

export function ReviewFormFields({ product, onSent }: ReviewFormProps) {
  const review = useReview(product.id, onSent);
  const { form, change } = review;
  return (
    <form
      ref={review.frame}
      className={`${orderStyles.order} ${styles.reviewForm}`}
      noValidate
      onSubmit={review.submit}
    >
      <fieldset className={orderStyles.fields} disabled={review.isSending}>
        <Rating value={form.rating} onChange={(rating) => change({ rating })} />
        <Text review={review} field="name" autoComplete="name" maxLength={LONGEST_NAME} />
        <Text
          review={review}
          field="email"
          type="email"
          className={`${fieldStyles.input} ltr`}
          autoComplete="email"
        />
        <Labelled review={review} field="phone">
          {(control) => (
            <PhoneInput {...control} required value={form.phone} onChange={(phone) => change({ phone })} />
          )}
        </Labelled>
        <Text review={review} field="purchaseDate" type="date" max={shopDay()} />
        <Labelled review={review} field="text" wide>
          {(control) => (
            <textarea
              {...control}
              className={fieldStyles.input}
              rows={4}
              dir="auto"
              required
              maxLength={LONGEST_TEXT}
              value={form.text}
              onChange={({ target }) => change({ text: (target as HTMLTextAreaElement).value })}
            />
          )}
        </Labelled>
        <Picture picture={review.picture} onChange={review.setPicture} />
        <Check review={review} field="boughtHere" />
        <Check review={review} field="acceptedPolicy" />
        {review.problem && (
          <p className={noteStyles.problem} role="alert">
            <Icon name="warning" />
            {review.problem}
          </p>
        )}
        <Button kind="primary" wide type="submit" busy={review.isSending}>
          {m.sf_review_send()}
        </Button>
      </fieldset>
    </form>
  );
}

interface ReviewState {
  readonly frame: RefObject<HTMLFormElement | null>;
  readonly form: ReviewForm;
  readonly change: (change: Partial<ReviewForm>) => void;
  /** What is wrong, in words, by field. */
  readonly wrong: Partial<Record<ReviewField, string>>;
  readonly problem: string | undefined;
  readonly isSending: boolean;
  readonly picture: File | undefined;
  readonly setPicture: (picture: File | undefined) => void;
  readonly submit: (event: FormEvent) => void;
}

function useReview(product: string, onSent: () => void): ReviewState {
  const draft = draftOf(product, useStored(draftStore));
  const [picture, setPicture] = useState<File>();
  const [tries, setTries] = useState(0);
  const send = useMutation({
    mutationFn: async () => {
      // Written down first: whoever comes back after a cut line sends the same under the same key.
      const next = sending(draft, picture);
      draftStore.update((drafts) => withDraft(drafts, next));
      await sendReview({ product, form: next.form, picture, key: next.sent.key });
    },
    onSuccess: () => {
      draftStore.update((drafts) => withoutDraft(drafts, product));
      onSent();
    },
  });
  const frame = useRef<HTMLFormElement>(null);
  // To the first field that is wrong; what had the focus lost it where the form was closed while it was sent.
  useEffect(() => {
    if (tries === 0) return;
    const first = (what: string) => frame.current?.querySelector<HTMLElement>(what);
    const wrong = first('[aria-invalid]');
    if (wrong) wrong.focus();
    else if (send.error) first('[type=submit]')?.focus();
  }, [tries, send.error]);
  const problems = tries > 0 ? problemsOf(draft.form) : {};
  return {
    frame,
    form: draft.form,
    change: (change) =>
      draftStore.update((drafts) => {
        const own = draftOf(product, drafts);
        return withDraft(drafts, { ...own, form: { ...own.form, ...change } });
      }),
    wrong: { ...refusedOf(send.error), ...inWords(problems) },
    problem: incompleteText(problems) ?? problemOf(send.error),
    isSending: send.isPending,
    picture,
    setPicture,
    submit: (event) => {
      event.preventDefault();
      setTries(tries + 1);
      if (Object.keys(problemsOf(draft.form)).length === 0 && !send.isPending) send.mutate();
    },
  };
}

type Problems = Partial<Record<ReviewField, ReviewProblem>>;

function fieldText(field: ReviewField, problem: ReviewProblem): string {
  switch (problem) {
    case 'required':
      return m.sf_required({ field: LABELS[field]() });
    case 'tick':
      return m.sf_review_tick_wrong();
    case 'phone':
      return m.sf_problem_phone();
    case 'email':
      return m.sf_problem_email();
  }
}

function inWords(problems: Problems): Partial<Record<ReviewField, string>> {
  const found = Object.entries(problems) as [ReviewField, ReviewProblem][];
  return Object.fromEntries(found.map(([field, problem]) => [field, fieldText(field, problem)]));
}

/** What the shop refused though the form found it right. */
function refusedOf(error: Error | null): Partial<Record<ReviewField, string>> {
  const refused = error instanceof ApiError ? Object.keys(error.fields) : [];
  const textOf = (field: string) => {
    if (field === 'phone' || field === 'email') return fieldText(field, field);
    return field === 'purchaseDate' ? m.sf_problem_past_day() : m.sf_review_field_wrong();
  };
  return Object.fromEntries(refused.map((field) => [field, textOf(field)]));
}

/** That something is missing (spec 8, productDetails.fillAllFields), else that something is not right; and what, by its name. */
function incompleteText(problems: Problems): string | undefined {
  const found = Object.entries(problems) as [ReviewField, ReviewProblem][];
  const named = (isMeant: (problem: ReviewProblem) => boolean) =>
    listed(found.filter(([, problem]) => isMeant(problem)).map(([field]) => LABELS[field]()));
  const missing = named((problem) => problem === 'required');
  const wrong = named((problem) => problem === 'phone' || problem === 'email');
  if (missing) return `${m.sf_review_fill_all()} ${m.sf_missing_info()} ${missing}`;
  if (found.some(([, problem]) => problem === 'tick')) return m.sf_review_fill_all();
  return wrong ? `${m.sf_to_correct()} ${wrong}` : undefined;
}

/** What was typed is still there, and says so where the line was cut. */
function problemOf(error: Error | null): string | undefined {
  if (!error) return undefined;
  if (error instanceof NotAPicture) return m.sf_review_not_a_picture();
  if (error instanceof ApiError && error.offline) return `${m.sf_review_error()} ${errorText(error)}`;
  return m.sf_review_error();
}

const LABELS: Readonly<Record<ReviewField, () => string>> = {
  name: m.sf_review_name,
  email: m.sf_review_email,
  phone: m.sf_field_phone,
  purchaseDate: m.sf_review_bought_on,
  rating: m.sf_review_rating,
  text: m.sf_review_text,
  boughtHere: m.sf_review_bought_here,
  acceptedPolicy: m.sf_review_policy,
};

interface PartProps {
  readonly review: ReviewState;
  readonly field: ReviewField;
}

interface LabelledProps extends PartProps {
  readonly wide?: boolean;
  readonly children: (control: FieldControl) => ReactNode;
}

function Labelled({ review, field, wide = false, children }: LabelledProps) {
  const id = useId();
  const isPrivate = field === 'email' || field === 'phone';
  return (
    <Field
      id={id}
      label={LABELS[field]()}
      wide={wide}
      problem={review.wrong[field]}
      help={isPrivate ? m.sf_review_private() : undefined}
    >
      {children}
    </Field>
  );
}

interface TextProps extends PartProps {
  readonly field: 'name' | 'email' | 'purchaseDate';
  readonly type?: 'email' | 'date';
  readonly className?: string;
  readonly autoComplete?: string;
  readonly maxLength?: number;
  readonly max?: string;
}

function Text({ review, field, className = fieldStyles.input, ...input }: TextProps) {
  return (
    <Labelled review={review} field={field}>
      {(control) => (
        <input
          {...control}
          {...input}
          className={className}
          required
          value={review.form[field]}
          onChange={({ target }) => review.change({ [field]: (target as HTMLInputElement).value })}
        />
      )}
    </Labelled>
  );
}

function Check({ review, field }: PartProps & { readonly field: 'boughtHere' | 'acceptedPolicy' }) {
  const note = useId();
  const problem = review.wrong[field];
  return (
    <div className={styles.check}>
      <label className={checkStyles.check}>
        <input
          type="checkbox"
          required
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? note : undefined}
          checked={review.form[field]}
          onChange={({ target }) => review.change({ [field]: (target as HTMLInputElement).checked })}
        />
        <span>{LABELS[field]()}</span>
      </label>
      {problem && (
        <p id={note} className={fieldStyles.error}>
          {problem}
        </p>
      )}
    </div>
  );
}

function Rating({
  value,
  onChange,
}: {
  readonly value: number;
  readonly onChange: (rating: number) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.stars} data-wide>
      <legend>{LABELS.rating()}</legend>
      {Array.from({ length: MOST_STARS }, (_, place) => place + 1).map((stars) => (
        <label key={stars} className={stars <= value ? styles.lit : undefined}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            aria-label={m.sf_stars({ rating: stars, most: MOST_STARS })}
            checked={value === stars}
            onChange={() => onChange(stars)}
          />
          <span aria-hidden="true">★</span>
        </label>
      ))}
    </fieldset>
  );
}

interface PictureProps {
  readonly picture: File | undefined;
  readonly onChange: (picture: File | undefined) => void;
}

function Picture({ picture, onChange }: PictureProps) {
  const id = useId();
  return (
    <Field id={id} label={m.sf_review_picture_add()} wide>
      {(control) => (
        <span className={styles.file}>
          <input
            {...control}
            type="file"
            accept="image/*"
            className="visually-hidden"
            onChange={({ target }) => onChange((target as HTMLInputElement).files?.[0] ?? undefined)}
          />
          <label htmlFor={id} className={buttonStyles.button}>
            {m.sf_review_picture_choose()}
          </label>
          {picture && <bdi className="small">{picture.name}</bdi>}
        </span>
      )}
    </Field>
  );
}
