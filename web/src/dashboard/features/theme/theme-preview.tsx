import { fromDinars } from '@/domain/money.ts';
import { money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as panelStyles from '@/ui/rich/panel.module.css';
import type { Palette } from './palette.ts';
import * as styles from './theme-preview.module.css';

const SAMPLE_PRICE = fromDinars(1200);

interface ThemePreviewProps {
  name: string;
  /** Its address; empty for none. */
  logo: string;
  palette: Palette;
}

/** A corner of the shop in these colours. */
export function ThemePreview({ name, logo, palette }: ThemePreviewProps) {
  return (
    <section className={`${panelStyles.panel} ${styles.themePreview}`} aria-label={m.db_theme_preview()}>
      <p className={styles.themeName} style={{ color: palette.brand }}>
        {logo ? <img src={logo} alt={name} /> : name}
      </p>
      <div className={styles.themeGround} style={{ background: palette['grey-1'], color: palette.text }}>
        <b style={{ color: palette.heading }}>{m.db_theme_sample_name()}</b>
        <p>{m.db_theme_sample_text()}</p>
        <p>
          <b style={{ color: palette.heading }}>{money(SAMPLE_PRICE)}</b>{' '}
          <span className={styles.themeBadge} style={{ background: palette.secondary }}>
            {m.db_theme_secondary()}
          </span>
        </p>
        <span className={styles.themeButton} style={{ background: palette.primary }}>
          {m.db_theme_sample_buy()}
        </span>
      </div>
    </section>
  );
}
