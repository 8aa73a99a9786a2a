/** Above every screen while shoppers find the shop closed: who closed it may have forgotten. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as noteStyles from '@/ui/rich/note.module.css';
import { maintenanceQuery } from '../data/maintenance.ts';
import { useAllowed } from '../session/use-session.ts';

/** Of what another one did nobody is told. */
const ASKED_EVERY = 30_000;

export function ClosedBar() {
  const { data } = useQuery({ ...maintenanceQuery, refetchInterval: ASKED_EVERY });
  const mayOpen = useAllowed()('shop.close');
  if (!data?.isClosed) return null;
  return (
    <p className={`${noteStyles.note} ${noteStyles.warn} ${noteStyles.staleNote} no-print`} role="status">
      <strong>{m.db_maintenance_bar()}</strong>{' '}
      <a className="link" href="/" target="_blank" rel="noreferrer">
        {m.db_maintenance_look()}
      </a>{' '}
      {mayOpen && (
        <Link className="link" to="/maintenance">
          {m.db_maintenance_title()}
        </Link>
      )}
    </p>
  );
}
