import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ProductText } from '../../data/types.ts';
import type { Language } from '../../parts/languages.ts';
import * as styles from './search-preview.module.css';

interface SearchPreviewProps {
  text: ProductText;
  language: Language;
  /** Part of the product's address. */
  slug: string;
}

/** Characters that search engines show of a title and of a description. */
const SHOWN = { title: 60, description: 160 };

/** How search engines show the product in a language. */
export function SearchPreview({ text, language, slug }: SearchPreviewProps) {
  const title = text.seoTitle || text.name;
  const description = text.seoDescription || text.shortDescription;
  return (
    <div className={styles.searchPreview} lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      <span className="muted small">{m.db_product_search_preview()}</span>
      <b className="clip">{shortened(title, SHOWN.title)}</b>
      <bdi className="ltr small clip">{slug}</bdi>
      <span className="small">{shortened(description, SHOWN.description)}</span>
      <span className="muted small num">
        {m.db_product_search_lengths({
          title: count(title.length),
          titleMost: count(SHOWN.title),
          description: count(description.length),
          descriptionMost: count(SHOWN.description),
        })}
      </span>
    </div>
  );
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}
