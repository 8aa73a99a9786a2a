import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { fieldErrors } from '../../data/messages.ts';
import type { HomeBlock } from '../../data/types.ts';
import { changedBy } from '../../recipe/form/change.ts';
import { type FieldForm, TextField } from '../../recipe/form/fields.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { TimeField } from '../../recipe/inputs/day-field.tsx';
import { LanguageFields } from '../../recipe/inputs/language-fields.tsx';
import { PictureField } from '../../recipe/inputs/picture-field.tsx';
import { BANNER } from '../../recipe/inputs/small-picture.ts';
import { RichTextsField } from '../../recipe/rich-text/rich-texts-field.tsx';
import { isBackwards } from '../../time.ts';
import { BlockPreview } from './block-preview.tsx';
import { type BlockDraft, isLink, lacksSource, sourceFor } from './draft.ts';
import * as previewStyles from './home-preview.module.css';
import { KIND_NAMES, KINDS, type Part, partsOf } from './kinds.ts';
import { LooksFields } from './looks-fields.tsx';
import { ResponsiveField } from './responsive-field.tsx';
import { SlidesField } from './slides-field.tsx';
import { SourceFields } from './source-fields.tsx';
import { useBlockForm } from './use-block.ts';
import { nameOf } from './words.ts';

const LONGEST_LINE = 300;
const LONGEST_TEXT = 2_000;
const LONGEST_HTML = 20_000;

/** What the shop calls the parts of the draft that have another name there. */
const FIELDS: Record<string, string> = { title: 'publicTitle' };

/** A block: its type shows the inputs that it needs and no others (specification 2). */
export function BlockForm({ block }: { block: HomeBlock }) {
  const form = useBlockForm(block);
  const { draft, error, isTried } = form;
  const parts = partsOf(draft.type);
  const isGone = block.isSourceGone && draft.source === block.source;
  const has = (part: Part) => parts.includes(part);
  const fields: FieldForm<BlockDraft> = {
    draft,
    set: (change) => form.edit(changedBy(change)),
    errorsAt: (path) => {
      if (path === 'source' && isTried && lacksSource(draft)) return [m.db_field_required()];
      if (path === 'link' && !isLink(draft.link.trim())) return [m.db_block_link_wrong()];
      const [part = '', ...rest] = path.split('.');
      return [
        ...fieldErrors(error, path),
        ...(FIELDS[part] ? fieldErrors(error, [FIELDS[part], ...rest].join('.')) : []),
        ...(path === 'source' && isGone ? [m.db_block_source_gone_hint()] : []),
      ];
    },
    deciding: form,
  };
  return (
    <div className={previewStyles.beside}>
      <RecordFormFrame form={form} nameOf={nameOf} mayWrite>
        {block.version === 0 && (
          <Field label={m.db_block_type()} errors={fields.errorsAt('type')}>
            {(control) => (
              <select
                {...control}
                className={fieldStyles.input}
                value={draft.type}
                onChange={({ target: { value } }) => fields.set({ type: value, source: sourceFor(value) })}
              >
                {KIND_NAMES.map((type) => (
                  <option key={type} value={type}>
                    {KINDS[type].words()}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <Texts fields={fields} at="title" legend={m.db_block_title()} most={LONGEST_LINE} />
        <SourceFields fields={fields} />
        {has('text') && (
          <Texts
            fields={fields}
            at="text"
            legend={draft.type === 'text_carousel' ? m.db_block_lines() : m.db_block_text()}
            most={LONGEST_TEXT}
            rows={4}
          />
        )}
        {has('html') && <RichTextsField form={fields} at="html" nameOf={nameOf} most={LONGEST_HTML} />}
        {has('image') && (
          <PictureField
            label={m.db_block_image()}
            hint={m.db_block_image_hint()}
            value={draft.image}
            bounds={BANNER}
            errors={fields.errorsAt('image')}
            note={<ConflictNote form={form} path="image" words={pictureWords} />}
            onChange={(image) => fields.set({ image })}
          />
        )}
        {has('button') && (
          <Texts fields={fields} at="button" legend={m.db_block_button()} most={LONGEST_LINE} />
        )}
        {has('slides') && <SlidesField fields={fields} error={error} />}
        {has('link') && (
          <TextField
            form={fields}
            at="link"
            label={m.db_block_link()}
            hint={m.db_block_link_hint()}
            dir="ltr"
          />
        )}
        {has('number') && (
          <TextField
            form={fields}
            at="number"
            label={m.db_block_number()}
            hint={m.db_block_number_hint()}
            className={`${fieldStyles.input} ${fieldStyles.inputNumber}`}
            inputMode="numeric"
            dir="ltr"
          />
        )}
        {has('responsiveNumber') && <ResponsiveField fields={fields} />}
        <Period fields={fields} />
        <LooksFields fields={fields} />
      </RecordFormFrame>
      <BlockPreview block={block} draft={draft} />
    </div>
  );
}

interface TextsProps {
  fields: FieldForm<BlockDraft>;
  at: 'title' | 'text' | 'button';
  legend: string;
  most: number;
  rows?: number;
}

function Texts({ fields, at, legend, most, rows }: TextsProps) {
  return (
    <LanguageFields
      legend={legend}
      value={fields.draft[at]}
      maxLength={most}
      {...(rows && { rows })}
      errorsAt={(language) => fields.errorsAt(`${at}.${language}`)}
      {...(fields.deciding && { deciding: fields.deciding })}
      path={at}
      onEdit={(edit) => fields.set((before) => ({ [at]: edit(before[at]) }))}
    />
  );
}

function Period({ fields: { draft, set, errorsAt, deciding } }: { fields: FieldForm<BlockDraft> }) {
  return (
    <>
      <TimeField
        label={m.db_block_starts()}
        hint={m.db_promotion_from_hint()}
        value={draft.startsAt}
        errors={errorsAt('startsAt')}
        note={<ConflictNote form={deciding} path="startsAt" />}
        onChange={(startsAt) => set({ startsAt })}
      />
      <TimeField
        label={m.db_block_ends()}
        hint={m.db_promotion_to_hint()}
        value={draft.endsAt}
        errors={isBackwards(draft) ? [m.db_promotion_backwards()] : errorsAt('endsAt')}
        note={<ConflictNote form={deciding} path="endsAt" />}
        onChange={(endsAt) => set({ endsAt })}
      />
    </>
  );
}

/** Nothing for none: the note has words for that. */
function pictureWords(image: string) {
  return image && <img src={image} alt={m.db_block_image()} />;
}
