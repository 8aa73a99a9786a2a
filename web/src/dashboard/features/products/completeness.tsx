import { Circle, CircleCheck } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Product } from '../../data/types.ts';
import { LANGUAGES } from '../../parts/languages.ts';
import * as styles from './completeness.module.css';

/** What the product's sheet has and what it lacks. */
export function Completeness({ product }: { product: Product }) {
  const inAll = (has: (language: string) => boolean) => LANGUAGES.every(has);
  const text = (language: string) => product.texts.find((one) => one.language === language);
  const points = [
    { label: m.db_product_complete_names(), isDone: inAll((language) => Boolean(text(language)?.name)) },
    {
      label: m.db_product_complete_texts(),
      isDone: inAll((language) => Boolean(text(language)?.shortDescription)),
    },
    { label: m.db_product_complete_image(), isDone: product.images.length > 0 },
    { label: m.db_product_complete_price(), isDone: product.priceHt > 0 },
  ];
  return (
    <section>
      <h3>{m.db_product_completeness()}</h3>
      <ul className={styles.doneList}>
        {points.map(({ label, isDone }) => {
          const Icon = isDone ? CircleCheck : Circle;
          return (
            <li key={label} data-done={isDone}>
              <Icon className="icon icon-sm" aria-hidden />
              <span>{label}</span>
              <span className="visually-hidden">{isDone ? m.db_product_done() : m.db_product_missing()}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
