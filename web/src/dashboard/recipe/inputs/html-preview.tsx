import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { LANGUAGE_NAMES, LANGUAGES } from '../../parts/languages.ts';
import * as styles from './html-preview.module.css';
import type { LanguageTexts } from './language-texts.ts';

/** HTML as it is typed, in frames that run nothing: it is cleaned only when it is saved. */
export function HtmlPreview({ html }: { html: LanguageTexts }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.preview} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{m.db_cms_preview()}</summary>
      {isOpen && (
        <div className={layoutStyles.langs}>
          {LANGUAGES.map((language) => (
            <iframe
              key={language}
              sandbox=""
              title={m.db_cms_preview_in({ language: LANGUAGE_NAMES[language]() })}
              srcDoc={`<!doctype html><body lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">${html[language]}`}
            />
          ))}
        </div>
      )}
    </details>
  );
}
