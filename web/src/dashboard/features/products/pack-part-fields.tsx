import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import type { Product } from '../../data/types.ts';
import { isPieces, type PartDraft, withChoice } from './pack.ts';
import * as styles from './pack-part-fields.module.css';
import * as pricesStyles from './prices.module.css';

/** The value of the choice in the list of combinations: no id looks so. */
const CHOSEN = '*';

interface PartFieldsProps {
  part: PartDraft;
  /** Empty while it isn't known. */
  name: string;
  combinations: Product['combinations'];
  errorsAt: (field: keyof PartDraft) => readonly string[];
  onChange: (change: Partial<PartDraft>) => void;
}

/** One part of a pack: which combination, or that the customer chooses, and how many pieces. */
export function PartFields({ part, name, combinations, errorsAt, onChange }: PartFieldsProps) {
  const productErrors = errorsAt('productId');
  const quantityErrors = isPieces(part.quantity) ? errorsAt('quantity') : [m.db_pack_quantity_wrong()];
  return (
    <div className="grow">
      <p className="strong">
        <bdi>{name}</bdi>
      </p>
      {productErrors.length > 0 && (
        <p className={fieldStyles.error} role="alert">
          {productErrors.join(' ')}
        </p>
      )}
      <div className={`${pricesStyles.prices} ${pricesStyles.pairs}`}>
        {combinations.length > 0 && (
          <CombinationField {...{ part, name, combinations, onChange }} errors={errorsAt('combinationId')} />
        )}
        <Field label={m.db_pack_quantity({ name })} errors={quantityErrors}>
          {(control) => (
            <input
              {...control}
              className={`${fieldStyles.input} ${fieldStyles.inputShort}`}
              inputMode="numeric"
              dir="ltr"
              maxLength={3}
              value={part.quantity}
              onChange={({ target }) => onChange({ quantity: target.value })}
            />
          )}
        </Field>
      </div>
      {part.isChosen && <Choices {...{ part, name, combinations, onChange }} errors={errorsAt('choices')} />}
    </div>
  );
}

interface FieldProps extends Omit<PartFieldsProps, 'errorsAt'> {
  errors: readonly string[];
}

function CombinationField({ part, name, combinations, errors, onChange }: FieldProps) {
  const choose = (value: string) =>
    value === CHOSEN
      ? onChange({ combinationId: '', isChosen: true })
      : onChange({ combinationId: value, isChosen: false, choices: [] });
  return (
    <Field label={m.db_pack_combination({ name })} errors={errors}>
      {(control) => (
        <select
          {...control}
          className={fieldStyles.input}
          value={part.isChosen ? CHOSEN : part.combinationId}
          onChange={({ target }) => choose(target.value)}
        >
          {!part.isChosen && !combinations.some(({ id }) => id === part.combinationId) && (
            <option value={part.combinationId}>{m.db_choose()}</option>
          )}
          <option value={CHOSEN}>{m.db_pack_chosen()}</option>
          {combinations.map(({ id, displayName }) => (
            <option key={id} value={id}>
              {displayName}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** What the customer chooses among. */
function Choices({ part, name, combinations, errors, onChange }: FieldProps) {
  const offered = combinations.filter(({ isActive }) => isActive);
  const ids = offered.map(({ id }) => id);
  const open = part.choices.length === 0 ? ids : part.choices;
  const shown = offered.filter(({ id }) => open.includes(id)).length;
  return (
    <>
      <details className={styles.choices}>
        <summary>
          {part.choices.length === 0
            ? m.db_pack_choices_all()
            : m.db_pack_choices_some({ n: count(shown), all: count(ids.length) })}
        </summary>
        <fieldset className={`${fieldStyles.field} ${fieldStyles.choices} ${fieldStyles.choicesRow}`}>
          <legend className="visually-hidden">{m.db_pack_choices({ name })}</legend>
          {offered.map(({ id, displayName }) => (
            <label key={id}>
              <input
                type="checkbox"
                className={checkStyles.check}
                checked={open.includes(id)}
                onChange={() => onChange({ choices: withChoice(part.choices, id, ids) })}
              />
              <bdi>{displayName}</bdi>
            </label>
          ))}
        </fieldset>
      </details>
      {/* Seen while the list is closed, too. */}
      {errors.length > 0 && (
        <p className={fieldStyles.error} role="alert">
          {errors.join(' ')}
        </p>
      )}
    </>
  );
}
