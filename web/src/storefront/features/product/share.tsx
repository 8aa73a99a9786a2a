/** Sends the product's page to somebody; asks the shop by WhatsApp. */
import type { ProductPage } from '@/api/types.ts';
import { phoneDigits, whatsappNumber } from '@/domain/phone-dz.ts';
import { locale, pathInLocale } from '@/i18n/locale.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import * as shareStyles from '../../parts/share.module.css';
import { ShareLinks, WhatsApp } from '../../parts/share-links.tsx';
import { productPath } from '../../paths.ts';

interface ShareProps {
  readonly product: ProductPage;
  /** The shop's; may be empty. */
  readonly phone: string;
}

export function Share({ product, phone }: ShareProps) {
  const url = window.location.origin + pathInLocale(productPath(product), locale());
  const shop = whatsappNumber(phoneDigits(phone));
  return (
    <div className={shareStyles.share}>
      <ShareLinks title={product.name} url={url} label={m.sf_share()} />
      {shop && (
        <WhatsApp number={shop} text={`${product.name} ${url}`}>
          {m.sf_ask_whatsapp()}
        </WhatsApp>
      )}
    </div>
  );
}
