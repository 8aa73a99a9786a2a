import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { locale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { SaveBar } from '@/ui/form/save-bar.tsx';
import { UnsavedGuard } from '@/ui/form/unsaved-guard.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import { Switch } from '@/ui/rich/switch.tsx';
import type { Product } from '../../data/types.ts';
import { choiceName, useChoices } from '../../parts/choices.ts';
import { Crumbs } from '../../parts/crumbs.tsx';
import * as itemStyles from '../../parts/item.module.css';
import { LANGUAGE_NAMES } from '../../parts/languages.ts';
import { productName } from '../../parts/named-product.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { Pending } from '../../parts/pending.tsx';
import { Thumb } from '../../parts/thumb.tsx';
import { DraftLink } from '../../recipe/detail/draft-link.tsx';
import { ConflictNote, FormNotes } from '../../recipe/form/form-notes.tsx';
import { useSaveKey } from '../../recipe/form/use-save-key.ts';
import { Discards } from '../../recipe/inputs/discards.ts';
import { useAllowed } from '../../session/use-session.ts';
import { Completeness } from './completeness.tsx';
import { DeleteProduct } from './delete-product.tsx';
import { DetailsSection } from './details-section.tsx';
import { changeOf, type Section, sectionAt } from './draft.ts';
import { DuplicateProduct } from './duplicate-product.tsx';
import { ImagesSection } from './images-section.tsx';
import { Organisation } from './organisation.tsx';
import { readPack, readPackPrice } from './pack.ts';
import { PackSection } from './pack-section.tsx';
import { pictureOf } from './picture.ts';
import { PriceSection } from './price-section.tsx';
import { ProductTabs } from './product-frame.tsx';
import { productQuery } from './queries.ts';
import { isSellingTold, readRule } from './selling.ts';
import { SellingSection } from './selling-section.tsx';
import { readSheet } from './sheet.ts';
import { SheetSection } from './sheet-section.tsx';
import { TextsSection } from './texts-section.tsx';
import { type ProductForm, useProductForm } from './use-product-form.ts';

const route = getRouteApi('/products/$id');

/** One product as staff edit it. */
export function ProductPage() {
  const { id } = route.useParams();
  const product = useQuery(productQuery(id));
  if (product.data) return <ProductScreen key={id} product={product.data} />;
  return <Pending query={product} rows={10} />;
}

const SECTION_NAMES: Record<Section, () => string> = {
  ...LANGUAGE_NAMES,
  organisation: m.db_product_organisation,
  price: m.db_product_prices,
  details: m.db_product_details,
  selling: m.db_product_selling,
  sheet: m.db_features_title,
  pack: m.db_pack_title,
  active: m.db_products_active,
  address: m.db_line_slug,
};

function ProductScreen({ product }: { product: Product }) {
  const allowed = useAllowed();
  const form = useProductForm(product);
  const canEdit = allowed('catalog.write');
  const isDirty = form.isChanged;
  const problem = obstacle(form);
  useSaveKey(() => {
    if (isDirty) void form.save();
  });
  return (
    <form
      ref={form.frame}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <ProductHead product={product} form={form} canEdit={canEdit} />
      <ProductTabs product={product} changed={form.sections} />
      <FormNotes form={form} nameOf={(path) => SECTION_NAMES[sectionAt(path)]()} />
      <fieldset disabled={!canEdit} className={layoutStyles.two}>
        <div className={layoutStyles.sections}>
          <DetailsSection form={form} />
          <PriceSection product={product} form={form} />
          {isSellingTold(product) && (
            <Discards.Provider value={form.discards}>
              <SellingSection form={form} />
            </Discards.Provider>
          )}
          <ImagesSection product={product} mayWrite={canEdit} />
          <SheetSection product={product} form={form} />
          <TextsSection product={product} form={form} />
          <PackSection product={product} form={form} />
        </div>
        <aside className={layoutStyles.rail}>
          <Completeness product={product} />
          <Organisation form={form} mayWrite={canEdit} />
        </aside>
      </fieldset>
      {isDirty && (
        <SaveBar
          title={m.db_product_changes({ count: form.sections.length, n: count(form.sections.length) })}
          changes={form.sections.map((section) => SECTION_NAMES[section]())}
          saving={form.isSaving}
          onDiscard={form.discard}
          {...(problem && {
            problem: <span className={`${stateStyles.state} ${stateStyles.bad}`}>{problem}</span>,
          })}
        />
      )}
      <UnsavedGuard isDirty={isDirty || form.isSaving} isKept={form.isKept} onSave={form.save} />
    </form>
  );
}

/** Why it can't be saved as it stands. */
function obstacle({ read, draft, conflicts }: ProductForm): string | null {
  if (conflicts.length > 0) return m.db_conflict_first();
  if (readRule(draft.selling) === null) return m.db_product_selling_invalid();
  if (readSheet(draft.sheet) === null) return m.db_sheet_incomplete();
  if (readPack(draft.pack) === null) return m.db_pack_incomplete();
  if (readPackPrice(draft.packPrice) === null) return m.db_pack_price_incomplete();
  return changeOf(read, draft) === null ? m.db_product_price_invalid() : null;
}

interface ProductHeadProps {
  product: Product;
  form: ProductForm;
  canEdit: boolean;
}

function ProductHead({ product, form, canEdit }: ProductHeadProps) {
  const name = productName(product);
  const category = choiceName(useChoices('categories'), product.categoryId);
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <Crumbs>{category && <bdi>{category}</bdi>}</Crumbs>
      <div className={headsStyles.pageHead}>
        <Thumb src={pictureOf(product)} />
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <span className={itemStyles.item}>
          <Switch
            label={m.db_product_visible()}
            checked={form.draft.isActive}
            disabled={!canEdit}
            onChange={(isActive) => form.edit((draft) => ({ ...draft, isActive }))}
          />
          <span className="muted" role="status">
            {form.draft.isActive === product.isActive
              ? activeWords(product.isActive)
              : activeOnceSaved(form.draft.isActive)}
          </span>
          <ConflictNote form={form} path="isActive" words={activeWords} />
        </span>
        <div className={headsStyles.acts}>
          {canEdit && <DuplicateProduct id={product.id} />}
          {canEdit && <DeleteProduct product={product} />}
          {canEdit && !product.isActive && (
            <DraftLink path="/dashboard/api/products/{id}/draft-link" id={product.id} />
          )}
          {product.isActive && (
            <a className={buttonStyles.button} href={inShop(product.link)} target="_blank" rel="noreferrer">
              <ExternalLink className="icon icon-mirrored" aria-hidden />
              {m.db_product_see_in_shop()}
            </a>
          )}
        </div>
      </div>
    </>
  );
}

function activeWords(isActive: boolean): string {
  return isActive ? m.db_products_active_on() : m.db_products_active_off();
}

/** In the list it is so at once; here it waits for the other changes. */
function activeOnceSaved(isActive: boolean): string {
  return isActive ? m.db_product_on_sale_once_saved() : m.db_product_off_sale_once_saved();
}

/** The product's page in the language of this one (French has no prefix). */
function inShop(link: string): string {
  return locale() === 'fr' ? link : `/${locale()}${link}`;
}
