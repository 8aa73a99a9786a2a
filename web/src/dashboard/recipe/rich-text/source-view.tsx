import { CodeXml } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { LANGUAGE_NAMES } from '../../parts/languages.ts';
import type { LanguageText } from '../inputs/language-fields.tsx';
import * as styles from './rich-text.module.css';
import { directionOf, Tool, Tools } from './tools.tsx';

interface SourceViewProps extends LanguageText {
  /** The editor can show all of it. */
  isWhole: boolean;
  takesFocus: boolean;
  onWrite: () => void;
}

/** The text as HTML, with how it will look: it is cleaned only when it is saved, so that its frame runs nothing. */
export function SourceView(props: SourceViewProps) {
  const { control, language, value, maxLength, isWhole, takesFocus, onWrite, onChange } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (takesFocus) area.current?.focus();
  }, [takesFocus]);
  return (
    <div className={styles.rich}>
      <Tools language={language}>
        <Tool icon={CodeXml} label={m.db_rich_source()} isPressed isOff={!isWhole} onPress={onWrite} />
      </Tools>
      <textarea
        {...control}
        ref={area}
        rows={12}
        className={`${fieldStyles.input} ${styles.source}`}
        lang={language}
        dir={directionOf(language)}
        maxLength={maxLength}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {!isWhole && (
        <p className={noteStyles.note} role="status">
          {m.db_rich_source_only()}
        </p>
      )}
      <details className={styles.preview} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{m.db_cms_preview()}</summary>
        {isOpen && (
          <iframe
            sandbox=""
            title={m.db_cms_preview_in({ language: LANGUAGE_NAMES[language]() })}
            srcDoc={`<!doctype html><body lang="${language}" dir="${directionOf(language)}">${value}`}
          />
        )}
      </details>
    </div>
  );
}
