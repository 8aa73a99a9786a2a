/** Sends the product's page to somebody, by whatever the device shares with, else by WhatsApp or as a link; asks the shop by WhatsApp. */
import { useState } from 'react';
import type { ProductPage } from '@/api/types.ts';
import { phoneDigits, whatsappNumber } from '@/domain/phone-dz.ts';
import { locale, pathInLocale } from '@/i18n/locale.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Icon } from '@/ui/native/icon.tsx';
import { productPath } from '../../paths.ts';

interface ShareProps {
  readonly product: ProductPage;
  /** The shop's; may be empty. */
  readonly phone: string;
}

export function Share({ product, phone }: ShareProps) {
  const url = window.location.origin + pathInLocale(productPath(product), locale());
  const text = encodeURIComponent(`${product.name} ${url}`);
  const shop = whatsappNumber(phoneDigits(phone));
  // Whoever closes what the device offers has changed their mind.
  const share = () => navigator.share({ title: product.name, url }).catch(() => undefined);
  return (
    <div className="share">
      {'share' in navigator ? (
        <button type="button" className="link" onClick={() => void share()}>
          {m.sf_share()}
        </button>
      ) : (
        <>
          <WhatsApp number="" text={text}>
            {m.sf_share_whatsapp()}
          </WhatsApp>
          <CopyLink url={url} />
        </>
      )}
      {shop && (
        <WhatsApp number={shop} text={text}>
          {m.sf_ask_whatsapp()}
        </WhatsApp>
      )}
    </div>
  );
}

interface WhatsAppProps {
  /** With the country's, in digits; empty: whom the shopper chooses. */
  readonly number: string;
  /** As it stands in an address. */
  readonly text: string;
  readonly children: string;
}

function WhatsApp({ number, text, children }: WhatsAppProps) {
  return (
    <a className="link" href={`https://wa.me/${number}?text=${text}`} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

function CopyLink({ url }: { readonly url: string }) {
  const [copied, setCopied] = useState(false);
  // A page that is not on https has no clipboard.
  if (!('clipboard' in navigator)) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // Refused: the address stays in the browser's own bar.
    }
  };
  return (
    <>
      <button type="button" className="link" onClick={() => void copy()}>
        {m.sf_copy_link()} {copied && <Icon name="ok" size="small" />}
      </button>
      <span className="visually-hidden" role="status">
        {copied ? m.common_copied() : ''}
      </span>
    </>
  );
}
