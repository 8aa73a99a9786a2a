import { type ReactNode, useId } from 'react';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';

/** Settings of one matter, under its name. */
export function SettingsPanel({ title, children }: { title: string; children: ReactNode }) {
  const head = useId();
  return (
    <section className={panelStyles.panel} aria-labelledby={head}>
      <header className={headsStyles.panelHead}>
        <h2 id={head}>{title}</h2>
      </header>
      <div className={`${panelStyles.body} ${layoutStyles.stack} ${layoutStyles.stackWide}`}>{children}</div>
    </section>
  );
}
