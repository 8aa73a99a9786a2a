import { m } from '@/i18n/paraglide.gen/messages.js';
import { useLive } from '../live/use-live.ts';
import { useStaff } from '../session/use-session.ts';
import { clock } from '../time.ts';
import * as shellStyles from './shell.module.css';

/**
 * Keeps the screens true, and says whether they are. It hears a sign of life every few seconds: nothing else is drawn
 * for that, and only what goes or comes back is read out.
 */
export function LiveMark() {
  const heardAt = useLive(useStaff().csrfToken);
  return (
    <span className={shellStyles.live} data-live={heardAt ? 'on' : 'off'}>
      <span role="status">{heardAt ? m.db_live_on() : m.db_live_off()}</span>
      {heardAt && <span className="num">{clock(heardAt)}</span>}
    </span>
  );
}
