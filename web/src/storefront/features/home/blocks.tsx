/** The home page's blocks by module type. An unknown type, or one without items, shows nothing (spec 2). */
import { Suspense } from 'react';
import type { HomeBlock } from '@/api/types.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { PartBoundary } from '@/lib/part-boundary.tsx';
import * as buttonStyles from '@/ui/native/button.module.css';
import { BrandMark } from '../../parts/brand-mark.tsx';
import { Deal } from '../../parts/deal.tsx';
import * as gridStyles from '../../parts/grid.module.css';
import { Picture } from '../../parts/picture.tsx';
import { ProductCard } from '../../parts/product-card.tsx';
import { ProductRow } from '../../parts/product-row.tsx';
import * as proseStyles from '../../parts/prose.module.css';
import * as sectionStyles from '../../parts/section.module.css';
import { ShopLink } from '../../parts/shop-link.tsx';
import { TurningRail } from '../../parts/turning-rail.tsx';
import { brandPath, categoryPath } from '../../paths.ts';
import { Banners } from './banners.tsx';
import * as heroStyles from './hero.module.css';
import { Ticker } from './ticker.tsx';
import * as tilesStyles from './tiles.module.css';

/** Whether a page with a block of this type fetches more than others. */
export const isLate = (type: string) => type === 'brand_lines_carousel' || type.startsWith('blog_');

export const LateBlock = lazyPart(async () => (await import('./late-blocks.tsx')).LateBlock);

type BlockOf<Type extends HomeBlock['type']> = Extract<HomeBlock, { type: Type }>;

interface BlockProps {
  readonly block: HomeBlock;
  /** The first block of the page is above the fold. */
  readonly first: boolean;
  /** What the gateway wrote of it. */
  readonly written?: Element | undefined;
}

export function Block({ block, first, written }: BlockProps) {
  switch (block.type) {
    case 'banner':
      return first ? <Hero block={block} /> : <Deal {...block} />;
    case 'discount_block':
      return <Discount block={block} />;
    case 'text_carousel':
      return <Ticker block={block} />;
    case 'banner_carousel':
      return <Banners block={block} />;
    case 'html_block':
      return <Html block={block} />;
    case 'products_carousel':
    case 'discounted_products':
    case 'bestsellers_products':
    case 'category_products_carousel':
    case 'brands_products_carousel':
    case 'brand_lines_products_carousel':
    case 'tag_products':
    case 'collection_products':
      return (
        <ProductRow
          title={block.publicTitle}
          products={block.products}
          link={block.link}
          written={written}
          takesTurns
        />
      );
    case 'products_grid':
      return <ProductGrid block={block} />;
    case 'categories_carousel':
      return <CategoryTiles block={block} />;
    case 'brands_carousel':
      return <Brands block={block} />;
    case 'brand_lines_carousel':
    case 'blog_posts_carousel':
    case 'blog_post_card':
    case 'blog_categories_carousel':
      return (
        <PartBoundary>
          <Suspense fallback={null}>
            <LateBlock block={block} />
          </Suspense>
        </PartBoundary>
      );
    default:
      return null;
  }
}

function Hero({ block }: { readonly block: BlockOf<'banner'> }) {
  return (
    <section className={heroStyles.hero}>
      <Picture image={block.image} slot="hero" loading="first" />
      <div className={heroStyles.text}>
        {block.title && <h1>{block.title}</h1>}
        {block.text && <p>{block.text}</p>}
        {block.button && block.link && (
          <div className={heroStyles.actions}>
            <ShopLink className={`${buttonStyles.button} ${buttonStyles.primary}`} href={block.link}>
              {block.button}
            </ShopLink>
          </div>
        )}
      </div>
    </section>
  );
}

function Discount({ block }: { readonly block: BlockOf<'discount_block'> }) {
  const { title, subtitle, button, link, bannerThumb, discountEndDate } = block;
  return (
    <Deal
      title={title}
      text={subtitle}
      button={button}
      link={link}
      image={bannerThumb}
      end={discountEndDate}
    />
  );
}

function ProductGrid({ block }: { readonly block: BlockOf<'products_grid'> }) {
  if (block.products.length === 0) return null;
  return (
    <section className={sectionStyles.section} aria-label={block.publicTitle}>
      <Heading text={block.publicTitle} />
      <div className={gridStyles.grid}>
        {block.products.map((product) => (
          <ProductCard key={product.id} product={product} />
        ))}
      </div>
    </section>
  );
}

function Html({ block: { publicTitle, html } }: { readonly block: BlockOf<'html_block'> }) {
  return (
    <section className={sectionStyles.section} aria-label={publicTitle || undefined}>
      <Heading text={publicTitle} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the catalogue cleans it when it is written and when it is read. */}
      <div className={proseStyles.prose} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  );
}

function Heading({ text }: { readonly text: string }) {
  if (!text) return null;
  return (
    <div className={sectionStyles.head}>
      <h2>{text}</h2>
    </div>
  );
}

function CategoryTiles({ block }: { readonly block: BlockOf<'categories_carousel'> }) {
  return (
    <TurningRail title={block.publicTitle} className={tilesStyles.categories}>
      {block.categories.map(({ id, slug, name, image }) => (
        <ShopLink key={id} href={categoryPath(slug)}>
          <span className={tilesStyles.arch}>
            {image && <img src={image} width={480} height={480} alt="" loading="lazy" decoding="async" />}
          </span>
          {name}
        </ShopLink>
      ))}
    </TurningRail>
  );
}

function Brands({ block }: { readonly block: BlockOf<'brands_carousel'> }) {
  return (
    <TurningRail title={block.publicTitle} className={tilesStyles.brands} lang="fr">
      {block.brands.map((brand) => (
        <ShopLink key={brand.uuid} href={brandPath(brand.slug)} className={tilesStyles.wordmark}>
          <BrandMark brand={brand} />
        </ShopLink>
      ))}
    </TurningRail>
  );
}
