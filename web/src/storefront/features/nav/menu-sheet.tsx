/** The menu on a phone: categories with their sections, languages, order tracking. */
import type { MenuItem } from '@/api/types.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Icon } from '@/ui/native/icon.tsx';
import { Sheet } from '@/ui/native/sheet.tsx';
import { ShopLink } from '../../parts/shop-link.tsx';
import { TRACK_PATH } from '../../paths.ts';
import { LanguageLinks } from './language-links.tsx';
import * as styles from './menu.module.css';
import { MenuLink } from './menu-link.tsx';

interface MenuSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly items: readonly MenuItem[];
}

export function MenuSheet({ open, onClose, items }: MenuSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={m.sf_menu()} place="start">
      <nav className={styles.menu} aria-label={m.sf_menu()}>
        <ul>
          {items.map((item) => (
            <li key={item.link + item.label}>
              <MenuLink item={item} onFollow={onClose} />
              {item.children.length > 0 && (
                <ul>
                  {item.children.map((child) => (
                    <li key={child.link + child.label}>
                      <MenuLink item={child} onFollow={onClose} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
          <li>
            <ShopLink href={TRACK_PATH} onClick={onClose}>
              <Icon name="truck" /> {m.sf_track_title()}
            </ShopLink>
          </li>
        </ul>
      </nav>
      <LanguageLinks />
    </Sheet>
  );
}
