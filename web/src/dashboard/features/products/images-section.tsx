import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Product } from '../../data/types.ts';
import { urlOf } from './picture.ts';

/** The pictures in their order; the first is the default one. */
export function ImagesSection({ product }: { product: Product }) {
  if (product.images.length === 0) return null;
  return (
    <section>
      <header className="sec-head">
        <h2>{m.db_product_images()}</h2>
      </header>
      <ul className="gallery">
        {product.images.map((image) => (
          <li key={image.id}>
            <img src={urlOf(image)} alt="" width={160} height={160} loading="lazy" />
          </li>
        ))}
      </ul>
    </section>
  );
}
