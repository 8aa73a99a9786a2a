import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Grid2x2Plus } from 'lucide-react';
import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import { attributesQuery } from '../../data/attributes.ts';
import type { Product } from '../../data/types.ts';
import { Pending } from '../../parts/pending.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { CombinationGrid } from './combination-grid.tsx';
import { nameOf } from './combinations-draft.ts';
import { GenerateDialog } from './generate-dialog.tsx';
import { ProductFrame } from './product-frame.tsx';
import { productQuery } from './queries.ts';
import { useCombinationsForm } from './use-combinations-form.ts';

const route = getRouteApi('/products/$id/combinations');

/** What of a product can be chosen. */
export function CombinationsPage() {
  const { id } = route.useParams();
  const product = useQuery(productQuery(id));
  if (product.data) {
    return (
      <ProductFrame product={product.data}>
        <CombinationsForm key={id} product={product.data} />
      </ProductFrame>
    );
  }
  return <Pending query={product} rows={10} />;
}

const NAMES: Record<string, () => string> = {
  rows: m.db_product_combinations,
  defaultId: m.db_product_default,
};

/** The combinations of a product, saved together. */
export function CombinationsForm({ product }: { product: Product }) {
  const form = useCombinationsForm(product);
  const mayWrite = useAllowed()('catalog.write');
  const [isGenerating, setGenerating] = useState(false);
  const { draft } = form;
  const size = Object.keys(draft.rows).length;
  return (
    <RecordFormFrame
      form={form}
      nameOf={(path) => NAMES[path.split('.')[0] ?? '']?.() ?? path}
      mayWrite={mayWrite}
    >
      <div className={layoutStyles.sections}>
        <section>
          <header className={headsStyles.secHead}>
            <h2>{m.db_product_combinations()}</h2>
            {size > 0 && (
              <span className="muted">{m.db_combinations_count({ count: size, n: count(size) })}</span>
            )}
            {mayWrite && size > 0 && (
              <span className={headsStyles.acts}>
                <button type="button" className={buttonStyles.button} onClick={() => setGenerating(true)}>
                  <Grid2x2Plus className="icon" aria-hidden />
                  {m.db_combinations_generate()}
                </button>
              </span>
            )}
          </header>
          <ConflictNote
            form={form}
            path="defaultId"
            words={(id: string) => (draft.rows[id] ? nameOf(draft.rows[id]) : '')}
          />
          {size > 0 ? (
            <CombinationGrid product={product} form={form} mayWrite={mayWrite} />
          ) : (
            <NoCombinations mayWrite={mayWrite} onGenerate={() => setGenerating(true)} />
          )}
        </section>
      </div>
      {isGenerating && <GenerateDialog form={form} onClose={() => setGenerating(false)} />}
    </RecordFormFrame>
  );
}

function NoCombinations({ mayWrite, onGenerate }: { mayWrite: boolean; onGenerate: () => void }) {
  const attributes = useQuery(attributesQuery);
  const hasNone = attributes.data?.length === 0;
  return (
    <Empty
      icon={Grid2x2Plus}
      title={m.db_combinations_empty()}
      body={hasNone ? m.db_attributes_empty_body() : m.db_combinations_empty_body()}
    >
      {mayWrite && hasNone && (
        <Link to="/attributes/new" className={`${buttonStyles.button} ${buttonStyles.primary}`}>
          {m.db_attribute_new()}
        </Link>
      )}
      {mayWrite && !hasNone && (
        <button
          type="button"
          className={`${buttonStyles.button} ${buttonStyles.primary}`}
          onClick={onGenerate}
        >
          {m.db_combinations_generate()}
        </button>
      )}
    </Empty>
  );
}
