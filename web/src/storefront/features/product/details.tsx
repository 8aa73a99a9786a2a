/** Description and data sheet. The description is HTML that the shop cleaned when it was written. */
import type { ProductPage } from '@/api/types.ts';
import * as proseStyles from '../../parts/prose.module.css';
import * as styles from './details.module.css';

export function Details({ product }: { readonly product: ProductPage }) {
  const { longDescription, shortDescription, featureValuesRead: features } = product;
  return (
    <>
      {longDescription ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the catalogue (design 4).
        <div className={proseStyles.prose} dir="auto" dangerouslySetInnerHTML={{ __html: longDescription }} />
      ) : (
        <p className={proseStyles.prose} dir="auto">
          {shortDescription}
        </p>
      )}
      {features.length > 0 && (
        <dl className={styles.sheet}>
          {features.map((feature) => (
            <div key={feature.id}>
              <dt>{feature.typeLabel}</dt>
              <dd>{feature.value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
