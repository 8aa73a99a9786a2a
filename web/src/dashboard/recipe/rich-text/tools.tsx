import type { LucideIcon } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import type { MouseEvent, ReactNode } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { LANGUAGE_NAMES, type Language } from '../../parts/languages.ts';
import * as styles from './rich-text.module.css';

export function directionOf(language: Language): 'rtl' | 'ltr' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/** What a text is formed with: one stop for the Tab key, arrows lead through it. */
export function Tools({ language, children }: { language: Language; children: ReactNode }) {
  const name = LANGUAGE_NAMES[language]();
  return (
    <Toolbar.Root className={styles.tools} aria-label={m.db_rich_tools({ language: name })}>
      {children}
    </Toolbar.Root>
  );
}

interface ToolProps {
  icon: LucideIcon;
  label: string;
  /** Of the keyboard: `Ctrl+B`. */
  keys?: string;
  /** Of what is on or off. */
  isPressed?: boolean;
  isOff?: boolean;
  /** What lies the other way round where one reads from the right. */
  isMirrored?: boolean;
  onPress: (isByHand: boolean) => void;
}

export function Tool({ icon: Icon, label, keys, isPressed, isOff = false, isMirrored, onPress }: ToolProps) {
  return (
    <Toolbar.Button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      aria-pressed={isPressed}
      aria-disabled={isOff || undefined}
      // What is chosen in the text stays chosen.
      onMouseDown={(event: MouseEvent) => event.preventDefault()}
      onClick={(event: MouseEvent) => {
        if (!isOff) onPress(event.detail > 0);
      }}
    >
      <Icon className={isMirrored ? 'icon icon-mirrored' : 'icon'} aria-hidden />
    </Toolbar.Button>
  );
}
