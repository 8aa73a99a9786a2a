/** Four promises under the hero: how one pays, where it comes, the call, the exchange. */
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Icon, type IconName } from '@/ui/native/icon.tsx';

export function Trust() {
  const promises: readonly { icon: IconName; title: string; text: string }[] = [
    { icon: 'cash', title: m.sf_trust_pay(), text: m.sf_trust_pay_text() },
    { icon: 'truck', title: m.sf_trust_delivery(), text: m.sf_trust_delivery_text() },
    { icon: 'phone', title: m.sf_trust_call(), text: m.sf_trust_call_text() },
    { icon: 'refresh', title: m.sf_trust_exchange(), text: m.sf_trust_exchange_text() },
  ];
  return (
    <ul className="trust">
      {promises.map(({ icon, title, text }) => (
        <li key={icon}>
          <Icon name={icon} size="large" />
          <div>
            <b>{title}</b>
            <span>{text}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
