/** A phone and the ways to it: a call, and WhatsApp where it is a mobile one. */
import { MessageCircle, Phone as PhoneIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { groupPhone, whatsappNumber } from '@/domain/phone-dz.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { Phone } from './phone.tsx';
import * as phoneRowStyles from './phone-row.module.css';

interface PhoneLinksProps {
  phone: string;
  /** What is written there already. */
  message?: string | undefined;
  /** What else can be done with it. */
  children?: ReactNode;
}

export function PhoneLinks({ phone, message, children }: PhoneLinksProps) {
  const whatsapp = whatsappNumber(phone);
  const grouped = groupPhone(phone);
  return (
    <div className={phoneRowStyles.phoneRow}>
      <Phone digits={phone} />
      <a
        className={buttonStyles.icon}
        href={`tel:${phone}`}
        aria-label={m.db_order_phone_call({ phone: grouped })}
      >
        <PhoneIcon className="icon" aria-hidden />
      </a>
      {whatsapp && (
        <a
          className={buttonStyles.icon}
          href={`https://wa.me/${whatsapp}${message ? `?text=${encodeURIComponent(message)}` : ''}`}
          target="_blank"
          rel="noreferrer"
          aria-label={m.db_whatsapp({ phone: grouped })}
        >
          <MessageCircle className="icon" aria-hidden />
        </a>
      )}
      {children}
    </div>
  );
}
