import { m } from '@/i18n/paraglide.gen/messages.js';

/** What it was and what it would be; once where that is the same. */
export function BeforeAfter({ before, after }: { before: string; after: string }) {
  const words = before === after ? after : m.db_order_before_after({ before, after });
  return <bdi className="num">{words}</bdi>;
}
