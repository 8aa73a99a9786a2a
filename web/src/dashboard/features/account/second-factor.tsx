import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import type { Account } from '../../data/types.ts';
import { SecondFactorDialog } from './second-factor-dialog.tsx';

interface SecondFactorProps {
  account: Account;
  onChanged: () => void;
}

/** Whether signing in asks for a code, and the way to it. */
export function SecondFactor({ account, onChanged }: SecondFactorProps) {
  const [isOpen, setOpen] = useState(false);
  const has = account.hasSecondFactor;
  const Icon = has ? ShieldCheck : ShieldOff;
  return (
    <section className={panelStyles.panel}>
      <header className={headsStyles.panelHead}>
        <h2>{m.db_factor_title()}</h2>
        <div className={headsStyles.acts}>
          <button type="button" className={buttonStyles.button} onClick={() => setOpen(true)}>
            {has ? m.db_factor_replace() : m.db_factor_set_up()}
          </button>
        </div>
      </header>
      <div className={`${panelStyles.body} ${layoutStyles.stack}`}>
        <span className={has ? `${stateStyles.state} ${stateStyles.ok}` : stateStyles.state}>
          <Icon className="icon" aria-hidden />
          {has ? m.db_factor_on() : m.db_factor_off()}
        </span>
        <p className="muted">
          {has
            ? m.db_factor_codes_left({ count: account.recoveryCodes, n: count(account.recoveryCodes) })
            : m.db_factor_body()}
        </p>
      </div>
      {isOpen && (
        <SecondFactorDialog
          isReplaced={has}
          onClose={() => {
            setOpen(false);
            onChanged();
          }}
        />
      )}
    </section>
  );
}
