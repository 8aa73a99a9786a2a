/** Brand lines side by side: 5, on a tablet 3, on a phone 2 (spec 9). */
import type { HomeBlock } from '@/api/types.ts';
import { Picture } from '../../parts/picture.tsx';
import { ShopLink } from '../../parts/shop-link.tsx';
import { TurningRail } from '../../parts/turning-rail.tsx';
import { brandLinePath } from '../../paths.ts';
import * as styles from './lines.module.css';

interface BrandLinesProps {
  readonly block: Extract<HomeBlock, { type: 'brand_lines_carousel' }>;
}

export function BrandLines({ block: { publicTitle, lines } }: BrandLinesProps) {
  return (
    <TurningRail title={publicTitle} isHeaded className={styles.lines} lang="fr">
      {lines.map(({ uuid, slug, name, brandName, picture }) => (
        <ShopLink key={uuid} href={brandLinePath(slug)}>
          <span className={styles.picture}>
            <Picture image={picture} slot="card" />
          </span>
          <b>{name}</b>
          <small>{brandName}</small>
        </ShopLink>
      ))}
    </TurningRail>
  );
}
