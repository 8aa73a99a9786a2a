import { LOCALES, locale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { switchLocale } from '../preferences.ts';
import * as shellStyles from '../shell/shell.module.css';
import * as gateStyles from './gate.module.css';
import { SignInForm } from './sign-in-form.tsx';

/** The door. The address stays what it was, so that one lands where one wanted to go. */
export function SignInPage() {
  return (
    <main className={gateStyles.gate}>
      <div>
        <div className={gateStyles.card}>
          <div className={shellStyles.shop}>
            <span className={shellStyles.shopMark} aria-hidden>
              S
            </span>
            <span>
              <b>Souk</b>
              <small>{m.db_login_lead()}</small>
            </span>
          </div>
          <h1>{m.db_login_title()}</h1>
          <SignInForm />
        </div>
        <nav className={gateStyles.languages} aria-label={m.db_language()}>
          {LOCALES.map(({ code, name }) => (
            <button
              key={code}
              type="button"
              lang={code}
              aria-current={code === locale() || undefined}
              onClick={() => switchLocale(code)}
            >
              {name}
            </button>
          ))}
        </nav>
      </div>
    </main>
  );
}
