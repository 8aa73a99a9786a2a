import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import type { Setup } from '../../data/types.ts';
import * as blocksStyles from './blocks.module.css';
import { setupQuery } from './queries.ts';

interface Step {
  id: keyof Setup;
  label: () => string;
  to: LinkProps['to'];
}

const STEPS: readonly Step[] = [
  { id: 'phone', label: m.db_setup_phone, to: '/settings' },
  { id: 'warehouse', label: m.db_setup_warehouse, to: '/warehouses' },
  { id: 'transporter', label: m.db_setup_transporter, to: '/transporters' },
  { id: 'product', label: m.db_setup_product, to: '/products' },
  { id: 'stock', label: m.db_setup_stock, to: '/stock' },
  { id: 'home', label: m.db_setup_home, to: '/home-blocks' },
];

/** What a new shop lacks before it can sell, and where that is done; nothing once all is there. */
export function SetupList() {
  const { data: setup } = useQuery(setupQuery);
  if (!setup || STEPS.every(({ id }) => setup[id])) return null;
  return (
    <section className={`${panelStyles.panel} ${blocksStyles.setup}`}>
      <header className={headsStyles.panelHead}>
        <h2>{m.db_setup_title()}</h2>
      </header>
      <ul className={`${panelStyles.body} ${layoutStyles.stack}`}>
        {STEPS.map(({ id, label, to }) => (
          <li key={id}>
            <span className={setup[id] ? `${stateStyles.state} ${stateStyles.ok}` : stateStyles.state}>
              {setup[id] ? (
                <CircleCheck className="icon" role="img" aria-label={m.db_setup_done()} />
              ) : (
                <CircleDashed className="icon" role="img" aria-label={m.db_setup_missing()} />
              )}
              <Link to={to} className="link">
                {label()}
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
