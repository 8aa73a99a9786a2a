/** What a pack holds. */
import type { PackItem } from '@/api/types.ts';
import { count } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Picture } from '../../parts/picture.tsx';

export function PackContents({ items }: { readonly items: readonly PackItem[] }) {
  if (items.length === 0) return null;
  return (
    <section className="pack" aria-label={m.sf_pack()}>
      <h2>{m.sf_pack()}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.productId + (item.combinationId ?? '')}>
            <span className="picture">
              <Picture image={item.thumb} slot="thumbnail" />
            </span>
            <span>
              {item.name}
              {item.combinationName && <span className="quiet"> {item.combinationName}</span>}
            </span>
            <b className="num ltr">× {count(item.quantity)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}
