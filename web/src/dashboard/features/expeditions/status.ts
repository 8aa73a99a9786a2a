/** What became of an expedition, in words. The statuses are spelt as the specification does. */
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as stateStyles from '@/ui/rich/state.module.css';

export const STATUSES = {
  inprogress: m.db_expedition_inprogress,
  sent: m.db_expedition_sent,
  partially_recieved: m.db_expedition_partially_received,
  fully_recieved: m.db_expedition_fully_received,
  completed: m.db_expedition_completed,
  cancelled: m.db_expedition_cancelled,
};

const LOOKS: Record<string, string> = {
  sent: stateStyles.state,
  partially_recieved: stateStyles.state,
  fully_recieved: `${stateStyles.state} ${stateStyles.ok}`,
  completed: `${stateStyles.state} ${stateStyles.ok}`,
  cancelled: `${stateStyles.state} ${stateStyles.bad}`,
};

export function statusWord(status: string): string {
  return STATUSES[status as keyof typeof STATUSES]?.() ?? status;
}

export function statusLook(status: string): string {
  return LOOKS[status] ?? stateStyles.state;
}
