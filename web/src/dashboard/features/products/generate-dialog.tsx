import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as dialogStyles from '@/ui/rich/dialog.module.css';
import { Dialog } from '@/ui/rich/dialog.tsx';
import * as noteStyles from '@/ui/rich/note.module.css';
import { attributesQuery } from '../../data/attributes.ts';
import type { Attribute } from '../../data/types.ts';
import { written } from '../../recipe/inputs/language-texts.ts';
import { MOST_COMBINATIONS } from './combinations-draft.ts';
import { choicesOf, countOf, generated, openAttributes, type Ticked, tickedIn } from './generate.ts';
import { NewOptionDialog } from './new-option-dialog.tsx';
import type { CombinationsForm } from './use-combinations-form.ts';

interface GenerateDialogProps {
  form: CombinationsForm;
  onClose: () => void;
}

/** Makes combinations of what is ticked; they are saved with the others. */
export function GenerateDialog({ form, onClose }: GenerateDialogProps) {
  const { rows } = form.draft;
  const attributes = openAttributes(useQuery(attributesQuery).data ?? [], rows);
  const [chosen, setChosen] = useState<Ticked | null>(null);
  const [lacking, setLacking] = useState<string | null>(null);
  const widened = attributes.find(({ id }) => id === lacking);
  const ticked = chosen ?? tickedIn(attributes, rows);
  const choices = choicesOf(attributes, ticked);
  const isPartial = Object.keys(rows).length > 0 && choices.length < attributes.length;
  const wanted = isPartial ? 0 : countOf(choices);
  const isTooMany = wanted > MOST_COMBINATIONS;
  const draft = isTooMany || wanted === 0 ? form.draft : generated(form.draft, choices);
  const total = Object.keys(draft.rows).length;
  const added = total - Object.keys(rows).length;
  const isOver = isTooMany || total > MOST_COMBINATIONS;
  const tick = (ids: readonly string[], isOn: boolean) => {
    const next = new Set(ticked);
    for (const id of ids) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.db_combinations_generate()}
      lead={m.db_combinations_generate_lead()}
    >
      <div className={`${dialogStyles.body} ${dialogStyles.form}`}>
        {attributes.map((attribute) => (
          <Options
            key={attribute.id}
            attribute={attribute}
            ticked={ticked}
            onTick={tick}
            onMissing={() => setLacking(attribute.id)}
          />
        ))}
        <p className={isOver ? `${noteStyles.note} ${noteStyles.bad}` : 'muted'} role="status">
          {isOver
            ? m.db_combinations_too_many({
                n: count(isTooMany ? wanted : total),
                most: count(MOST_COMBINATIONS),
              })
            : m.db_combinations_new({ count: added, n: count(added) })}
        </p>
      </div>
      <div className={dialogStyles.foot}>
        <button type="button" className={buttonStyles.button} onClick={onClose}>
          {m.db_dialog_leave()}
        </button>
        <button
          type="button"
          className={`${buttonStyles.button} ${buttonStyles.primary}`}
          disabled={added === 0 || isOver}
          onClick={() => {
            form.edit(() => draft);
            onClose();
          }}
        >
          {m.db_combinations_add()}
        </button>
      </div>
      {widened && (
        <NewOptionDialog
          attribute={widened}
          onMade={(id) => tick([id], true)}
          onClose={() => setLacking(null)}
        />
      )}
    </Dialog>
  );
}

interface OptionsProps {
  attribute: Attribute;
  ticked: Ticked;
  onTick: (ids: readonly string[], isOn: boolean) => void;
  /** One that is wanted is not among them. */
  onMissing: () => void;
}

function Options({ attribute, ticked, onTick, onMissing }: OptionsProps) {
  const ids = attribute.options.map(({ id }) => id);
  const areAll = ids.length > 0 && ids.every((id) => ticked.has(id));
  return (
    <fieldset className={`${fieldStyles.field} ${fieldStyles.choices}`}>
      <legend>{written(attribute.name)}</legend>
      <div className={fieldStyles.choicesRow}>
        <label>
          <input
            type="checkbox"
            className={checkStyles.check}
            checked={areAll}
            onChange={({ target }) => onTick(ids, target.checked)}
          />
          {m.db_combinations_all_options()}
        </label>
        {attribute.options.map(({ id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              className={checkStyles.check}
              checked={ticked.has(id)}
              onChange={({ target }) => onTick([id], target.checked)}
            />
            <bdi>{written(name)}</bdi>
          </label>
        ))}
        <button type="button" className={buttonStyles.button} onClick={onMissing}>
          <Plus className="icon icon-sm" aria-hidden />
          {m.db_option_missing()}
        </button>
      </div>
    </fieldset>
  );
}
