import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import type { OrderDetail } from '../../data/types.ts';
import { useAllowed } from '../../session/use-session.ts';
import { stockProblem } from './stock-problem.ts';

/** Says that the goods are not held, what that means and where to look. */
export function StockNote({ order }: { order: OrderDetail }) {
  const seesStock = useAllowed()('stock.read');
  const problem = stockProblem(order);
  if (!problem) return null;
  return (
    <div
      className={`${noteStyles.note} ${order.stock === 'rejected' ? noteStyles.bad : noteStyles.warn} ${noteStyles.staleNote}`}
    >
      <TriangleAlert className="icon" aria-hidden />
      <span className="grow">
        <b>{problem}</b>
        <small>{meaningOf(order.stock)}</small>
      </span>
      {seesStock && (
        <Link to="/stock" search={{ q: order.lines[0]?.sku ?? '' }} className={buttonStyles.button}>
          {m.db_stock_look()}
        </Link>
      )}
    </div>
  );
}

function meaningOf(stock: string): string {
  if (stock === 'rejected') return m.db_stock_rejected_body();
  return stock === 'released' ? m.db_stock_released_body() : m.db_stock_pending_body();
}
