/** The same page in another language. Each is a page of its own, so these are plain links. */
import { useRouterState } from '@tanstack/react-router';
import { LOCALES, locale, pathInLocale } from '@/i18n/locale.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import * as styles from './languages.module.css';

function useAddressIn() {
  const { pathname, searchStr, hash } = useRouterState({ select: (state) => state.location });
  // The hash of a shared cart is all of it.
  const rest = searchStr + (hash && `#${hash}`);
  return (code: (typeof LOCALES)[number]['code']) => pathInLocale(pathname, code) + rest;
}

export function LanguageLinks({ className = '' }: { readonly className?: string }) {
  const addressIn = useAddressIn();
  return (
    <nav className={`${styles.languages} ${className}`} aria-label={m.common_languages()}>
      {LOCALES.map(({ code, name }) => (
        <a
          key={code}
          href={addressIn(code)}
          lang={code}
          hrefLang={code}
          aria-current={code === locale() ? 'true' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

/** On a phone the header has room for one: Arabic from the others, French from Arabic. */
export function OtherLanguageLink() {
  const addressIn = useAddressIn();
  const other = locale() === 'ar' ? LOCALES[0] : LOCALES[1];
  if (!other) return null;
  return (
    <nav className={`${styles.languages} phone-only`} aria-label={m.common_languages()}>
      <a href={addressIn(other.code)} lang={other.code} hrefLang={other.code}>
        {other.name}
      </a>
    </nav>
  );
}
