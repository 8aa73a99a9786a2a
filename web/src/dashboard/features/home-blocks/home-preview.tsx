import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { HomeModule } from '@/api/types.ts';
import { locale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useSettled } from '@/lib/use-settled.ts';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as headStyles from '@/ui/rich/heads.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import { errorMessage } from '../../data/messages.ts';
import type { HomePreview as Answer } from '../../data/types.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../parts/languages.ts';
import { Pending } from '../../parts/pending.tsx';
import * as styles from './home-preview.module.css';
import type { Unsaved } from './preview.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { previewQuery } from './queries.ts';
import { WIDTHS, type Width } from './responsive.ts';

/** The page is made anew for what was typed, not for every key. */
const PAUSE_MS = 300;

const WIDTH_WORDS: Record<Width, () => string> = {
  mobile: m.db_preview_phone,
  tablet: m.db_preview_tablet,
  desktop: m.db_preview_desktop,
};

interface HomePreviewProps {
  unsaved: Unsaved;
  /** The answer as the frame shows it. */
  show: (answer: Answer) => readonly HomeModule[];
  /** What there is to say of it; of none, before the answer has come. */
  note: (answer: Answer | undefined) => ReactNode;
  children?: ReactNode;
}

/** The storefront's home page with what is not saved yet, as wide as a phone, a tablet or a desktop. */
export function HomePreview({ unsaved, show, note, children }: HomePreviewProps) {
  const [width, setWidth] = useState<Width>('mobile');
  const [language, setLanguage] = useState<Language>(locale());
  const asked = useSettled(JSON.stringify(unsaved), PAUSE_MS);
  const preview = useQuery(previewQuery({ ...(JSON.parse(asked) as Unsaved), language }));
  // What was shown last stays while the next comes, and where it doesn't.
  const [last, setLast] = useState<Answer>();
  if (preview.data && preview.data !== last) setLast(preview.data);
  const answer = preview.data ?? last;
  return (
    <section className={`${panelStyles.panel} ${styles.homePreview}`} aria-labelledby="home-preview-title">
      <div className={`${headStyles.panelHead} ${styles.head}`}>
        <h2 id="home-preview-title">{m.db_preview_title()}</h2>
        <fieldset className={styles.widths}>
          <legend className="visually-hidden">{m.db_preview_width()}</legend>
          {WIDTHS.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="preview-width"
                checked={one === width}
                onChange={() => setWidth(one)}
              />
              {WIDTH_WORDS[one]()}
            </label>
          ))}
        </fieldset>
        <select
          className={`${fieldStyles.input} ${styles.language}`}
          aria-label={m.db_preview_language()}
          value={language}
          onChange={({ target }) => setLanguage(target.value as Language)}
        >
          {LANGUAGES.map((one) => (
            <option key={one} value={one}>
              {LANGUAGE_NAMES[one]()}
            </option>
          ))}
        </select>
      </div>
      {children}
      <div className={styles.note} role="status">
        {answer && preview.isError ? errorMessage(preview.error) : note(answer)}
      </div>
      {answer ? (
        <PreviewFrame
          key={language}
          title={m.db_preview_frame({ width: WIDTH_WORDS[width](), language: LANGUAGE_NAMES[language]() })}
          width={width}
          language={language}
          blocks={show(answer)}
        />
      ) : (
        <Pending query={preview} rows={8} />
      )}
    </section>
  );
}
