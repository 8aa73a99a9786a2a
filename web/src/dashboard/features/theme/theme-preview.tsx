import { fromDinars } from '@/domain/money.ts';
import { money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Palette } from './palette.ts';

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
    <section className="panel theme-preview" aria-label={m.db_theme_preview()}>
      <p className="theme-name" style={{ color: palette.brand }}>
        {logo ? <img src={logo} alt={name} /> : name}
      </p>
      <div className="theme-ground" style={{ background: palette['grey-1'], color: palette.text }}>
        <b style={{ color: palette.heading }}>{m.db_theme_sample_name()}</b>
        <p>{m.db_theme_sample_text()}</p>
        <p>
          <b style={{ color: palette.heading }}>{money(SAMPLE_PRICE)}</b>{' '}
          <span className="theme-badge" style={{ background: palette.secondary }}>
            {m.db_theme_secondary()}
          </span>
        </p>
        <span className="theme-button" style={{ background: palette.primary }}>
          {m.db_theme_sample_buy()}
        </span>
      </div>
    </section>
  );
}
