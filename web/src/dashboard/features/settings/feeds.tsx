import { m } from '@/i18n/paraglide.gen/messages.js';
import { CopyButton } from '@/ui/rich/copy-button.tsx';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import { LANGUAGE_NAMES, LANGUAGES } from '../../parts/languages.ts';
import * as secretStyles from '../../parts/secret.module.css';
import * as styles from './feeds.module.css';

/** Where those who advertise the products (Google, Meta) read them, in each language. */
export function Feeds() {
  return (
    <section className={`${panelStyles.panel} ${styles.feeds}`} aria-labelledby="feeds-title">
      <div className={headsStyles.panelHead}>
        <h2 id="feeds-title">{m.db_feeds_title()}</h2>
      </div>
      <div className={panelStyles.body}>
        <p>{m.db_feeds_hint()}</p>
        <dl className={styles.addresses}>
          {LANGUAGES.map((language) => (
            <div key={language}>
              <dt>{LANGUAGE_NAMES[language]()}</dt>
              <dd className={secretStyles.secret}>
                <code dir="ltr">{feedOf(language)}</code>
                <CopyButton
                  text={feedOf(language)}
                  label={m.db_feeds_copy({ language: LANGUAGE_NAMES[language]() })}
                />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function feedOf(language: string): string {
  return `${window.location.origin}/feeds/${language}.xml`;
}
