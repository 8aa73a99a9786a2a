import { Plus } from 'lucide-react';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import type { LookupItem } from '../../data/types.ts';
import { useBrands } from '../../parts/brand-choices.ts';
import { useLinesOf } from '../../parts/brand-line-choices.ts';
import { useCategories } from '../../parts/category-choices.ts';
import { NewCategoryDialog } from '../../parts/new-category-dialog.tsx';
import { ConflictNote, type Deciding } from '../../recipe/form/form-notes.tsx';
import { useAllowed } from '../../session/use-session.ts';
import * as styles from './filing-fields.module.css';

/** Where a product stands in the catalogue; empty where it is not said. */
interface Filing {
  categoryId: string;
  brandId: string;
  brandLineId: string;
}

interface FilingFieldsProps {
  filing: Filing;
  form: Deciding;
  categoryErrors: readonly string[];
  lineErrors: readonly string[];
  onChange: (change: Partial<Filing>) => void;
}

/** Category, which may be made on the way, brand, and a line of the brand where it has some. */
export function FilingFields({ filing, form, categoryErrors, lineErrors, onChange }: FilingFieldsProps) {
  const [isAdding, setAdding] = useState(false);
  const [categories, brands, lines] = [useCategories(), useBrands(), useLinesOf(filing.brandId)];
  const mayWrite = useAllowed()('catalog.write');
  const note = (path: keyof Filing, choices: readonly LookupItem[]) => {
    const name = (id: string) => choices.find((choice) => choice.id === id)?.name ?? '';
    return <ConflictNote form={form} path={path} words={name} />;
  };
  return (
    <>
      <Field label={m.db_products_category()} errors={categoryErrors} note={note('categoryId', categories)}>
        {(control) => (
          <span className={styles.withAct}>
            <select
              {...control}
              className={fieldStyles.input}
              value={filing.categoryId}
              onChange={({ target }) => onChange({ categoryId: target.value })}
            >
              {filing.categoryId === '' && <option value="">{m.db_choose()}</option>}
              <Options of={categories} />
            </select>
            {mayWrite && (
              <button
                type="button"
                className={buttonStyles.button}
                aria-label={m.db_category_new()}
                title={m.db_category_new()}
                onClick={() => setAdding(true)}
              >
                <Plus className="icon" aria-hidden />
              </button>
            )}
          </span>
        )}
      </Field>
      <Field label={m.db_products_brand()} note={note('brandId', brands)}>
        {(control) => (
          <select
            {...control}
            className={fieldStyles.input}
            value={filing.brandId}
            onChange={({ target }) => onChange({ brandId: target.value, brandLineId: '' })}
          >
            <option value="">{m.db_product_no_brand()}</option>
            <Options of={brands} />
          </select>
        )}
      </Field>
      {lines.length > 0 && (
        <Field label={m.db_product_line()} errors={lineErrors} note={note('brandLineId', lines)}>
          {(control) => (
            <select
              {...control}
              className={fieldStyles.input}
              value={filing.brandLineId}
              onChange={({ target }) => onChange({ brandLineId: target.value })}
            >
              <option value="">{m.db_line_none_of()}</option>
              <Options of={lines} />
            </select>
          )}
        </Field>
      )}
      {isAdding && (
        <NewCategoryDialog onMade={(id) => onChange({ categoryId: id })} onClose={() => setAdding(false)} />
      )}
    </>
  );
}

function Options({ of }: { of: readonly LookupItem[] }) {
  return of.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}
