import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useInView } from '@/lib/use-in-view.ts';
import { useFocusHandedOn } from '@/ui/form/use-focus-handed-on.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { itemName } from '../../../parts/item-name.ts';
import { PieceRow } from '../../../parts/piece-row.tsx';
import type { Scanner } from '../../../parts/scan-field.tsx';
import { type Hit, useHit } from '../../../parts/use-hit.ts';
import { useRowScan } from '../../../parts/use-row-scan.ts';
import { onHandAsRead, onHandQuery } from './queries.ts';
import { MOST_PIECES, piecesOf, type ReceiptLine } from './receipt.ts';

interface ReceiptRowProps {
  line: ReceiptLine;
  warehouse: string;
  /** It was scanned or chosen last. */
  hit: Hit | undefined;
  scanner: RefObject<Scanner | null>;
  errorsAt: (field: string) => readonly string[];
  /** What takes the focus once it is gone. */
  next: () => HTMLElement | null | undefined;
  onType: (quantity: string) => void;
  onRemove: (name: string) => void;
}

/** One article of a delivery: how many came, and how many there will be. */
export function ReceiptRow({
  line,
  warehouse,
  hit,
  scanner,
  errorsAt,
  next,
  onType,
  onRemove,
}: ReceiptRowProps) {
  const row = useFocusHandedOn<HTMLLIElement>(next);
  useHit(row, hit);
  const [figures, onHand] = useOnHand(warehouse, line);
  const press = useRowScan(line.quantity, onType, scanner);
  const name = itemName(line);
  const pieces = piecesOf(line);
  const ofQuantity = pieces > 0 ? errorsAt('quantity') : [m.db_stock_quantity_invalid()];
  const wrong = [...new Set([...ofQuantity, ...errorsAt('productId'), ...errorsAt('combinationId')])];
  return (
    <PieceRow
      ref={row}
      item={line}
      isHit={hit !== undefined}
      label={m.db_order_quantity()}
      text={line.quantity}
      min={1}
      max={MOST_PIECES}
      figures={
        <span ref={figures} className="muted num">
          {onHand === undefined
            ? '…'
            : m.db_receipt_after({ before: count(onHand), after: count(onHand + pieces) })}
        </span>
      }
      wrong={wrong}
      onType={onType}
      onKeyDown={press}
    >
      <button
        type="button"
        className={buttonStyles.icon}
        aria-label={m.db_choice_take_out({ name })}
        onClick={() => onRemove(name)}
      >
        <X className="icon" aria-hidden />
      </button>
    </PieceRow>
  );
}

/** What is there where it comes in; what isn't known is asked once the row is near the view, for there may be many. */
function useOnHand(warehouse: string, line: ReceiptLine) {
  const [place, isNear] = useInView();
  const read = onHandAsRead(warehouse, line);
  const isAsked = isNear && warehouse !== '' && read === undefined;
  const { data } = useQuery({ ...onHandQuery(warehouse, line), enabled: isAsked });
  return [place, read ?? data] as const;
}
