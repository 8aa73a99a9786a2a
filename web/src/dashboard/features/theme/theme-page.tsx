import { useQuery } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { settingsQuery } from '../../data/settings.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { Pending } from '../../parts/pending.tsx';
import { ThemeForm } from './theme-form.tsx';

/** The shop's colours on one page. */
export function ThemePage() {
  const settings = useQuery(settingsQuery);
  return (
    <>
      <PageTitle>{m.db_theme_title()}</PageTitle>
      <div className={headsStyles.pageHead}>
        <h1>{m.db_theme_title()}</h1>
      </div>
      {settings.data ? <ThemeForm settings={settings.data} /> : <Pending query={settings} rows={10} />}
    </>
  );
}
