/** Description and data sheet. The description is HTML that the shop cleaned when it was written. */
import type { ProductPage } from '@/api/types.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';

export function Details({ product }: { readonly product: ProductPage }) {
  const { longDescription, shortDescription, featureValuesRead: features } = product;
  if (!longDescription && !shortDescription && features.length === 0) return null;
  return (
    <section className="details" aria-label={m.sf_description()}>
      <h2 className="details-title">{m.sf_description()}</h2>
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
    </section>
  );
}
