import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { useFocusHandedOn } from '@/ui/form/use-focus-handed-on.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import { categoryQuery } from '../../data/categories.ts';
import { featureSetsQuery, featuresQuery } from '../../data/features.ts';
import type { Feature, Product } from '../../data/types.ts';
import type { Change } from '../../recipe/form/change.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { written } from '../../recipe/inputs/language-texts.ts';
import { sheetErrors } from './refused-fields.ts';
import {
  readValue,
  type SheetDraft,
  saidIn,
  saidOf,
  type ValueDraft,
  withFeatures,
  withoutFeature,
  withValue,
} from './sheet.ts';
import * as styles from './sheet-section.module.css';
import type { ProductForm } from './use-product-form.ts';
import { ValueInput } from './value-input.tsx';

interface SheetSectionProps {
  product: Product;
  form: ProductForm;
}

/** The data sheet: what the product says of the shop's features, each once. */
export function SheetSection({ product, form }: SheetSectionProps) {
  const features = useQuery(featuresQuery).data ?? [];
  const { sheet } = form.draft;
  const set = (change: (sheet: SheetDraft) => SheetDraft) =>
    form.edit((draft) => ({ ...draft, sheet: change(draft.sheet) }));
  const known = (id: string) => features.some((feature) => feature.id === id);
  const isSaid = ({ id }: Feature) => sheet[id] !== undefined || isDisputed(form, id);
  const rows = features.filter(isSaid);
  const unknown = saidIn(sheet).filter((id) => !known(id));
  return (
    <section id="features">
      <header className={headsStyles.secHead}>
        <h2>{m.db_features_title()}</h2>
      </header>
      <div className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
        {rows.map((feature) => (
          <SheetRow
            key={feature.id}
            {...{ feature, form }}
            onChange={(change) => set((before) => withValue(before, feature, change))}
            onRemove={() => set((before) => withoutFeature(before, feature.id))}
          />
        ))}
        <Words product={product} shown={unknown} />
        {features.length === 0 ? (
          <p className="muted">
            {m.db_features_empty_body()} <Link to="/features/new">{m.db_feature_new()}</Link>
          </p>
        ) : (
          <AddFeatures
            features={features.filter((feature) => !isSaid(feature))}
            categoryId={form.draft.categoryId}
            onAdd={(added) => set((before) => withFeatures(before, added))}
          />
        )}
      </div>
    </section>
  );
}

/** Somebody else changed what was taken away here, or the other way round. */
function isDisputed({ conflicts }: ProductForm, id: string): boolean {
  return conflicts.some(({ path }) => path === `sheet.${id}`);
}

interface SheetRowProps {
  feature: Feature;
  form: ProductForm;
  onChange: (change: Change<ValueDraft>) => void;
  onRemove: () => void;
}

function SheetRow({ feature, form, onChange, onRemove }: SheetRowProps) {
  const name = written(feature.name);
  const value = saidOf(form.draft.sheet, feature);
  const isMissing = form.isTried && value !== undefined && readValue(value) === null;
  const errors = [
    ...(isMissing ? [feature.input === 'number' ? m.db_rule_decimal() : m.db_field_required()] : []),
    ...sheetErrors(form.error, saidIn(form.draft.sheet).indexOf(feature.id)),
  ];
  return (
    <div className={styles.sheetRow}>
      <div className="grow">
        {value && <ValueInput {...{ feature, value, form, errors, onChange }} />}
        <ConflictNote
          form={form}
          path={`sheet.${feature.id}`}
          words={(theirs: ValueDraft | undefined) => theirs && valueWords(feature, theirs)}
        />
      </div>
      {value && (
        <button
          type="button"
          className={buttonStyles.icon}
          aria-label={m.db_sheet_remove({ name })}
          title={m.db_sheet_remove({ name })}
          onClick={onRemove}
        >
          <X className="icon" aria-hidden />
        </button>
      )}
    </div>
  );
}

function valueWords({ options }: Feature, { text, number, choice, yes_no }: ValueDraft): string {
  if (text) return written(text);
  if (yes_no !== undefined) return yes_no === 'yes' ? m.db_yes() : m.db_no();
  const option = options.find(({ id }) => id === choice);
  return option ? written(option.name) : (number ?? choice ?? '');
}

/** Lines that can only be read here: said before features were kept, or of a feature that is not told yet. */
function Words({ product, shown }: { product: Product; shown: readonly string[] }) {
  const lines = product.features.filter(({ featureId }) => featureId === '' || shown.includes(featureId));
  if (lines.length === 0) return null;
  return (
    <dl className={panelStyles.kv}>
      {lines.map(({ kind, label, words }) => (
        <div key={kind}>
          <dt>{written(label) || kind}</dt>
          <dd>{written(words)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface AddFeaturesProps {
  /** That are not said yet. */
  features: readonly Feature[];
  categoryId: string;
  onAdd: (features: readonly Feature[]) => void;
}

/** The set of the product's category, one feature, or another set: of each what is not said yet. */
function AddFeatures({ features, categoryId, onAdd }: AddFeaturesProps) {
  const category = useQuery({ ...categoryQuery(categoryId), enabled: categoryId !== '' }).data;
  const sets = useQuery(featureSetsQuery).data ?? [];
  const useful = sets
    .map(({ id, name, features: of }) => ({ id, name, added: features.filter((one) => of.includes(one.id)) }))
    .filter(({ added }) => added.length > 0);
  const own = useful.find(({ id }) => id === category?.featureSetId);
  if (features.length === 0) return null;
  return (
    <>
      {own && <AddSuggested name={own.name} onAdd={() => onAdd(own.added)} />}
      <AddOne
        label={m.db_sheet_add()}
        choices={features.map((feature) => ({
          id: feature.id,
          name: written(feature.name),
          added: [feature],
        }))}
        onAdd={onAdd}
      />
      {useful.length > 0 && (
        <AddOne
          label={m.db_sheet_add_set()}
          hint={m.db_sheet_add_set_hint()}
          choices={useful}
          onAdd={onAdd}
        />
      )}
    </>
  );
}

/** The set that products of the category are described by. */
function AddSuggested({ name, onAdd }: { name: string; onAdd: () => void }) {
  const button = useFocusHandedOn<HTMLButtonElement>((going) =>
    going.closest('section')?.querySelector<HTMLElement>('input, select, textarea'),
  );
  return (
    <div>
      <button ref={button} type="button" className={buttonStyles.button} onClick={onAdd}>
        <Plus className="icon" aria-hidden />
        {m.db_sheet_add_suggested({ name })}
      </button>
    </div>
  );
}

interface AddOneProps {
  label: string;
  hint?: string;
  choices: readonly { id: string; name: string; added: readonly Feature[] }[];
  onAdd: (features: readonly Feature[]) => void;
}

/** Chosen first and added by a button: who chooses by the keyboard passes others on the way. */
function AddOne({ label, hint, choices, onAdd }: AddOneProps) {
  const [id, setId] = useState('');
  const chosen = choices.find((choice) => choice.id === id);
  const row = useFocusHandedOn<HTMLDivElement>();
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <div ref={row} className={styles.sheetRow}>
          <select
            {...control}
            className={`${fieldStyles.input} grow`}
            value={chosen?.id ?? ''}
            onChange={({ target }) => setId(target.value)}
          >
            <option value="">{m.db_choose()}</option>
            {choices.map(({ id: choice, name }) => (
              <option key={choice} value={choice}>
                {name}
              </option>
            ))}
          </select>
          <button
            type="button"
            className={buttonStyles.button}
            disabled={!chosen}
            aria-label={chosen && m.db_sheet_add_of({ name: chosen.name })}
            onClick={() => {
              row.current?.querySelector('select')?.focus();
              if (chosen) onAdd(chosen.added);
            }}
          >
            <Plus className="icon" aria-hidden />
            {m.db_sheet_add_chosen()}
          </button>
        </div>
      )}
    </Field>
  );
}
