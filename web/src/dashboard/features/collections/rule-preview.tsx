import { useQuery } from '@tanstack/react-query';
import { fromDinars } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useSettled } from '@/lib/use-settled.ts';
import type { CollectionRule } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { Pending } from '../../parts/pending.tsx';
import { Thumb } from '../../parts/thumb.tsx';
import * as treeRowStyles from '../../parts/tree-row.module.css';
import { previewQuery } from './queries.ts';

/** Each rule is a search over the whole catalogue: one for what was typed, not for every key. */
const PAUSE_MS = 300;

/** How many products fit a rule now, and the first of them. */
export function RulePreview({ rule }: { rule: CollectionRule }) {
  const asked = useSettled(JSON.stringify(rule), PAUSE_MS);
  const preview = useQuery(previewQuery(JSON.parse(asked)));
  if (!preview.data) return <Pending query={preview} rows={3} />;
  const { products, total } = preview.data;
  return (
    <section aria-label={m.db_cms_preview()} aria-busy={preview.isPlaceholderData || undefined}>
      <p className="strong" role="status">
        {total === 0
          ? m.db_collection_fits_none()
          : m.db_collection_fits({ count: total, products: count(total) })}
      </p>
      <ul data-tree>
        {products.map((product) => (
          <li key={product.id} className={treeRowStyles.treeRow}>
            <Thumb src={product.gridDisplayImagesForWeb.thumb?.displayUrl} small />
            <bdi className="grow">{product.name}</bdi>
            <Amount value={fromDinars(product.productPriceAfterPromotion ?? product.priceHt)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
