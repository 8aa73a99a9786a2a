import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { movedTo } from '@/domain/order.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { IconButton } from '@/ui/rich/icon-button.tsx';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { fieldErrors } from '../../data/messages.ts';
import { type Change, changedBy } from '../../recipe/form/change.ts';
import type { FieldForm } from '../../recipe/form/fields.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { LanguageFields } from '../../recipe/inputs/language-fields.tsx';
import { PictureField } from '../../recipe/inputs/picture-field.tsx';
import { BANNER } from '../../recipe/inputs/small-picture.ts';
import { type BlockDraft, isLink, MOST_SLIDES, NEW_SLIDE, type SlideDraft } from './draft.ts';

const TEXTS = [
  { at: 'title', words: m.db_block_title, most: 300, rows: 0 },
  { at: 'text', words: m.db_block_text, most: 2_000, rows: 2 },
  { at: 'button', words: m.db_block_button, most: 300, rows: 0 },
] as const;

interface SlidesFieldProps {
  fields: FieldForm<BlockDraft>;
  error: unknown;
}

/** The banners of a carousel, one after the other. */
export function SlidesField({ fields: { draft, set, deciding }, error }: SlidesFieldProps) {
  const { slides } = draft;
  const put = (at: number, change: Change<SlideDraft>) =>
    set((before) => ({
      slides: before.slides.map((slide, index) => (index === at ? changedBy(change)(slide) : slide)),
    }));
  const move = (from: number, to: number) => set({ slides: movedTo(slides, from, to) ?? slides });
  return (
    <fieldset className={fieldStyles.field}>
      <legend>{m.db_block_slides()}</legend>
      <ConflictNote form={deciding} path="slides" words={slidesWord} />
      {slides.map((slide, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a banner has no id, its place is what it is known by.
        <fieldset key={at} className={`${fieldStyles.field} ${layoutStyles.stack}`}>
          <legend>{m.db_block_slide({ place: count(at + 1) })}</legend>
          <span className={headsStyles.acts}>
            <IconButton label={m.db_block_slide_up()} disabled={at === 0} onClick={() => move(at, at - 1)}>
              <ArrowUp className="icon icon-sm" aria-hidden />
            </IconButton>
            <IconButton
              label={m.db_block_slide_down()}
              disabled={at === slides.length - 1}
              onClick={() => move(at, at + 1)}
            >
              <ArrowDown className="icon icon-sm" aria-hidden />
            </IconButton>
            <IconButton
              label={m.db_block_slide_remove()}
              onClick={() => set({ slides: slides.filter((_, index) => index !== at) })}
            >
              <Trash2 className="icon icon-sm" aria-hidden />
            </IconButton>
          </span>
          <Slide slide={slide} path={`slides[${at}]`} error={error} onChange={(change) => put(at, change)} />
        </fieldset>
      ))}
      {slides.length < MOST_SLIDES && (
        <button
          type="button"
          className={buttonStyles.button}
          onClick={() => set({ slides: [...slides, NEW_SLIDE] })}
        >
          {m.db_block_slide_add()}
        </button>
      )}
    </fieldset>
  );
}

interface SlideProps {
  slide: SlideDraft;
  path: string;
  error: unknown;
  onChange: (change: Change<SlideDraft>) => void;
}

function Slide({ slide, path, error, onChange }: SlideProps) {
  const linkErrors = isLink(slide.link.trim())
    ? fieldErrors(error, `${path}.link`)
    : [m.db_block_link_wrong()];
  return (
    <>
      <PictureField
        label={m.db_block_image()}
        value={slide.image}
        bounds={BANNER}
        errors={fieldErrors(error, `${path}.image`)}
        onChange={(image) => onChange({ image })}
      />
      {TEXTS.map(({ at, words, most, rows }) => (
        <LanguageFields
          key={at}
          legend={words()}
          value={slide[at]}
          maxLength={most}
          {...(rows > 0 && { rows })}
          errorsAt={(language) => fieldErrors(error, `${path}.${at}.${language}`)}
          onEdit={(edit) => onChange((before) => ({ [at]: edit(before[at]) }))}
        />
      ))}
      <Field label={m.db_block_link()} hint={m.db_block_link_hint()} errors={linkErrors}>
        {(control) => (
          <input
            {...control}
            className={fieldStyles.input}
            dir="ltr"
            value={slide.link}
            onChange={({ target }) => onChange({ link: target.value })}
          />
        )}
      </Field>
    </>
  );
}

function slidesWord(slides: readonly SlideDraft[]): string {
  return slides.map(({ title }, at) => title.fr || m.db_block_slide({ place: count(at + 1) })).join(' · ');
}
