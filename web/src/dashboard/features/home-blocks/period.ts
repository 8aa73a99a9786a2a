import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { HomeBlock } from '../../data/types.ts';

/** From when until when a block is shown; empty where it always is. */
export function periodWord({ startsAt, endsAt }: HomeBlock): string {
  return [
    startsAt ? m.db_block_from({ time: dateTime(startsAt) }) : '',
    endsAt ? m.db_block_until({ time: dateTime(endsAt) }) : '',
  ]
    .filter(Boolean)
    .join(' ');
}
