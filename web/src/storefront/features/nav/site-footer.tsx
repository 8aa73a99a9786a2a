/** The foot of every page: help by phone, the shop, languages, how to pay. */
import { useQuery } from '@tanstack/react-query';
import { groupPhone, phoneDigits } from '@/domain/phone-dz.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Icon } from '@/ui/native/icon.tsx';
import { settingsQuery } from '../../api.ts';
import { ShopLink } from '../../parts/shop-link.tsx';
import { TRACK_PATH } from '../../paths.ts';
import { LanguageLinks } from './language-links.tsx';
import { useMenu } from './site-header.tsx';

export function SiteFooter() {
  const { data: settings } = useQuery(settingsQuery());
  const items = useMenu('footer');
  const phone = phoneDigits(settings?.phone ?? '');
  return (
    <footer className="site-foot">
      <div className="wrap">
        <div className="site-foot-columns">
          <div>
            <h2>{m.sf_question()}</h2>
            {phone && (
              <p className="call">
                <a href={`tel:${phone}`} className="ltr num">
                  {groupPhone(phone)}
                </a>
              </p>
            )}
            {settings?.openingHours && <p className="small quiet">{settings.openingHours}</p>}
          </div>
          <div>
            <h2>{m.sf_shop()}</h2>
            <ul>
              <li>
                <ShopLink href="/new">{m.sf_new()}</ShopLink>
              </li>
              <li>
                <ShopLink href="/featured">{m.sf_featured()}</ShopLink>
              </li>
              {items.map((item) => (
                <li key={item.link + item.label}>
                  <ShopLink href={item.link}>{item.label}</ShopLink>
                </li>
              ))}
            </ul>
          </div>
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
            <LanguageLinks className="languages" />
            <p className="small quiet pays">
              <Icon name="cash" />
              {m.sf_cash_on_delivery()}
            </p>
          </div>
        </div>
        <div className="site-foot-end">
          <span>
            © {new Date().getFullYear()} {settings?.shopName}
          </span>
        </div>
      </div>
    </footer>
  );
}
