import { Plus } from 'lucide-react';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { type Choices, choiceName, useBrandLines, useChoices } from '../../parts/choices.ts';
import { NewCategoryDialog } from '../../parts/new-category-dialog.tsx';
import { ConflictNote, type Deciding } from '../../recipe/form/form-notes.tsx';
import { RelationPicker } from '../../recipe/inputs/relation-picker.tsx';
import { useAllowed } from '../../session/use-session.ts';

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
  const [categories, brands] = [useChoices('categories'), useChoices('brands')];
  const lines = useBrandLines(filing.brandId || null);
  const mayWrite = useAllowed()('catalog.write');
  const note = (path: keyof Filing, choices: Choices) => (
    <ConflictNote form={form} path={path} words={(id: string) => choiceName(choices, id)} />
  );
  return (
    <>
      <RelationPicker
        label={m.db_products_category()}
        of={categories}
        value={filing.categoryId}
        errors={categoryErrors}
        note={note('categoryId', categories)}
        onChange={(categoryId) => onChange({ categoryId })}
        act={
          mayWrite && (
            <button
              type="button"
              className={buttonStyles.button}
              aria-label={m.db_category_new()}
              title={m.db_category_new()}
              onClick={() => setAdding(true)}
            >
              <Plus className="icon" aria-hidden />
            </button>
          )
        }
      />
      <RelationPicker
        label={m.db_products_brand()}
        of={brands}
        value={filing.brandId}
        none={m.db_product_no_brand()}
        note={note('brandId', brands)}
        onChange={(brandId) => onChange({ brandId, brandLineId: '' })}
      />
      {(filing.brandLineId !== '' || (lines ?? []).length > 0) && (
        <RelationPicker
          label={m.db_product_line()}
          of={lines}
          value={filing.brandLineId}
          none={m.db_line_none_of()}
          errors={lineErrors}
          note={note('brandLineId', lines)}
          onChange={(brandLineId) => onChange({ brandLineId })}
        />
      )}
      {isAdding && (
        <NewCategoryDialog onMade={(id) => onChange({ categoryId: id })} onClose={() => setAdding(false)} />
      )}
    </>
  );
}
