/** The foot of every page: help by phone, the shop, languages, how to pay. */
import { useQuery } from '@tanstack/react-query';
import type { MenuItem, Settings } from '@/api/types.ts';
import { registeredNumbers } from '@/domain/identity.ts';
import { groupPhone, phoneDigits } from '@/domain/phone-dz.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Icon } from '@/ui/native/icon.tsx';
import { settingsQuery } from '../../api.ts';
import { ShopLink } from '../../parts/shop-link.tsx';
import { TRACK_PATH } from '../../paths.ts';
import { LanguageLinks } from './language-links.tsx';
import * as menuStyles from './menu.module.css';
import * as siteFootStyles from './site-foot.module.css';
import { useMenu } from './site-header.tsx';

export function SiteFooter() {
  const { data: settings } = useQuery(settingsQuery());
  const items = useMenu('footer');
  const phone = phoneDigits(settings?.phone ?? '');
  return (
    <footer className={siteFootStyles.siteFoot}>
      <div className="wrap">
        <div className={siteFootStyles.columns}>
          {phone && (
            <div>
              <h2>{m.sf_question()}</h2>
              <p className={siteFootStyles.call}>
                <a href={`tel:${phone}`} className="ltr num">
                  {groupPhone(phone)}
                </a>
              </p>
              {settings?.openingHours && <p className="small quiet">{settings.openingHours}</p>}
            </div>
          )}
          <div>
            <h2>{m.sf_shop()}</h2>
            <Links items={items.filter(({ children }) => children.length === 0)} />
          </div>
          {items
            .filter(({ children }) => children.length > 0)
            .map((item) => (
              <div key={item.link + item.label}>
                <h2>
                  <FooterLink item={item} />
                </h2>
                <Links items={item.children} />
              </div>
            ))}
          <div>
            <h2>{m.sf_help()}</h2>
            <ul>
              <li>
                <ShopLink href={TRACK_PATH}>{m.sf_track_title()}</ShopLink>
              </li>
            </ul>
          </div>
          <div>
            <h2>{m.sf_three_languages()}</h2>
            <LanguageLinks />
            <p className={`small quiet ${siteFootStyles.pays}`}>
              <Icon name="cash" />
              {m.sf_cash_on_delivery()}
            </p>
          </div>
        </div>
        <div className={siteFootStyles.end}>
          <span>
            © {new Date().getFullYear()} {settings?.shopName}
          </span>
          {settings?.identity && <Identity identity={settings.identity} />}
        </div>
      </div>
    </footer>
  );
}

/** Who sells, as the law has it told. */
function Identity({ identity }: { identity: NonNullable<Settings['identity']> }) {
  const { name, address, email } = identity;
  return (
    <>
      {[name, address].filter(Boolean).map((line) => (
        <bdi key={line}>{line}</bdi>
      ))}
      {email && <a href={`mailto:${email}`}>{email}</a>}
      {registeredNumbers(identity).map((number) => (
        <bdi key={number} className="ltr">
          {number}
        </bdi>
      ))}
    </>
  );
}

function Links({ items }: { items: readonly MenuItem[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.link + item.label}>
          <FooterLink item={item} />
        </li>
      ))}
    </ul>
  );
}

function FooterLink({ item: { link, label, accent } }: { item: MenuItem }) {
  return (
    <ShopLink href={link} className={accent ? menuStyles.accent : undefined}>
      {label}
    </ShopLink>
  );
}
