import { useId, useRef } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { Chips } from '../../parts/chips.tsx';
import { useChoices } from '../../parts/choices.ts';
import { ConflictNote, type Deciding } from '../../recipe/form/form-notes.tsx';
import { isSameTag, MOST_TAGS, type TagsDraft, withTyped } from './tags.ts';

interface TagsFieldProps extends TagsDraft {
  form: Deciding;
  errors: readonly string[];
  onChange: (change: Partial<TagsDraft>) => void;
}

/** Tags, one after the other: typed, or chosen from those that other products have. */
export function TagsField({ tags, typedTag, form, errors, onChange }: TagsFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const offered = useId();
  const known = (useChoices('tags') ?? []).map(({ id }) => id);
  const isFull = tags.length >= MOST_TAGS;
  const type = (text: string) => onChange(withTyped(tags, text, known));
  const add = () => type(`${typedTag},`);
  return (
    <Field
      label={m.db_product_tags()}
      hint={isFull ? m.db_tags_full() : m.db_tags_hint()}
      errors={errors}
      note={<ConflictNote form={form} path="tags" words={(theirs: readonly string[]) => theirs.join(', ')} />}
    >
      {(control) => (
        <>
          <Chips
            items={tags.map((tag) => ({ id: tag, name: tag }))}
            removal={m.db_tag_remove}
            onRemove={(id) => {
              onChange({ tags: tags.filter((tag) => tag !== id) });
              input.current?.focus();
            }}
          />
          <input
            {...control}
            ref={input}
            className={fieldStyles.input}
            list={offered}
            autoComplete="off"
            readOnly={isFull}
            value={typedTag}
            onChange={({ target }) => type(target.value)}
            onBlur={() => typedTag && add()}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !typedTag.trim()) return;
              event.preventDefault();
              add();
            }}
          />
          <datalist id={offered}>
            {known
              .filter((tag) => !tags.some((one) => isSameTag(one, tag)))
              .map((tag) => (
                <option key={tag} value={tag} />
              ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
