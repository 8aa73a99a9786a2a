import { X } from 'lucide-react';
import { useId, useRef } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { useTags } from '../../parts/tag-choices.ts';
import { ConflictNote, type Deciding } from '../../recipe/form/form-notes.tsx';
import { isSameTag, MOST_TAGS, type TagsDraft, withTyped } from './tags.ts';
import * as styles from './tags-field.module.css';

interface TagsFieldProps extends TagsDraft {
  form: Deciding;
  errors: readonly string[];
  onChange: (change: Partial<TagsDraft>) => void;
}

/** Tags, one after the other: typed, or chosen from those that other products have. */
export function TagsField({ tags, typedTag, form, errors, onChange }: TagsFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const offered = useId();
  const known = useTags().map(({ id }) => id);
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
          {tags.length > 0 && (
            <ul className={styles.chips}>
              {tags.map((tag) => (
                <li key={tag}>
                  <bdi>{tag}</bdi>
                  <button
                    type="button"
                    className={buttonStyles.icon}
                    aria-label={m.db_tag_remove({ name: tag })}
                    title={m.db_tag_remove({ name: tag })}
                    onClick={() => {
                      onChange({ tags: tags.filter((one) => one !== tag) });
                      input.current?.focus();
                    }}
                  >
                    <X className="icon" aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )}
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
