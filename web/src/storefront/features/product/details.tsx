/** Description and data sheet. The description is HTML that the shop cleaned when it was written. */
import type { ProductPage } from '@/api/types.ts';

export function Details({ product }: { readonly product: ProductPage }) {
  const { longDescription, shortDescription, featureValuesRead: features } = product;
  return (
    <>
      {longDescription ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the catalogue on write (design 4).
        <div className="prose" dangerouslySetInnerHTML={{ __html: longDescription }} />
      ) : (
        <p className="prose">{shortDescription}</p>
      )}
      {features.length > 0 && (
        <dl className="data-sheet">
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
