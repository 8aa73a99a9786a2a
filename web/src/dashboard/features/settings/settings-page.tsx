import { useQuery } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { settingsQuery } from '../../data/settings.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { Pending } from '../../parts/pending.tsx';
import { Feeds } from './feeds.tsx';
import { SettingsForm } from './settings-form.tsx';

/** The shop's settings on one page. */
export function SettingsPage() {
  const settings = useQuery(settingsQuery);
  return (
    <>
      <PageTitle>{m.db_settings_title()}</PageTitle>
      <div className={headsStyles.pageHead}>
        <h1>{m.db_settings_title()}</h1>
      </div>
      {settings.data ? <SettingsForm settings={settings.data} /> : <Pending query={settings} rows={8} />}
      <Feeds />
    </>
  );
}
