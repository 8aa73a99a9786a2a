/** Sends an address to somebody: by whatever the device shares with, else by WhatsApp or as a link that is copied. */
import { useEffect, useRef, useState } from 'react';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Icon } from '@/ui/native/icon.tsx';
import * as styles from './share.module.css';

interface ShareLinksProps {
  /** What it is. */
  readonly title: string;
  readonly url: string;
  /** What the one button is called, where the device shares. */
  readonly label: string;
}

export function ShareLinks({ title, url, label }: ShareLinksProps) {
  // Whoever closes what the device offers has changed their mind.
  const share = () => navigator.share({ title, url }).catch(() => undefined);
  if ('share' in navigator)
    return (
      <button type="button" className="link" onClick={() => void share()}>
        {label}
      </button>
    );
  return (
    <>
      <WhatsApp number="" text={`${title} ${url}`}>
        {m.sf_share_whatsapp()}
      </WhatsApp>
      <CopyLink url={url} />
    </>
  );
}

interface WhatsAppProps {
  /** With the country's, in digits; empty: whom the shopper chooses. */
  readonly number: string;
  readonly text: string;
  readonly children: string;
}

export function WhatsApp({ number, text, children }: WhatsAppProps) {
  const href = `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
  return (
    <a className="link" href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** How long it says that an address was copied. */
const TOLD_MS = 5_000;

function CopyLink({ url }: { readonly url: string }) {
  /** The address that was copied last, for a while. */
  const [copied, setCopied] = useState<string>();
  const forgetting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(forgetting.current), []);
  // A page that is not on https has no clipboard.
  if (!('clipboard' in navigator)) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(url);
      clearTimeout(forgetting.current);
      forgetting.current = setTimeout(() => setCopied(undefined), TOLD_MS);
    } catch {
      // Refused: the address stays in the browser's own bar.
    }
  };
  return (
    <span className={styles.copy}>
      <button type="button" className="link" onClick={() => void copy()}>
        {m.sf_copy_link()}
      </button>
      <span className={styles.copied} role="status">
        {copied === url && (
          <>
            <Icon name="ok" size="small" />
            {m.common_copied()}
          </>
        )}
      </span>
    </span>
  );
}
