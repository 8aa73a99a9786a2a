import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { fromDinars, toDinars } from '@/domain/money.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { MoneyInput } from '@/ui/form/money-input.tsx';
import { moneyText, parseMoney } from '@/ui/form/money-text.ts';
import type { ProductRow } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import * as styles from './price-cell.module.css';

interface PriceCellProps {
  row: ProductRow;
  canEdit: boolean;
  /** Of the row as it was when its price was opened. */
  onPrice: (priceHt: number, row: ProductRow) => void;
}

/** The price before tax; a press turns it into a field, Enter saves as leaving does, Escape gives up. */
export function PriceCell({ row, canEdit, onPrice }: PriceCellProps) {
  const [opened, setOpened] = useState<ProductRow | null>(null);
  // After Enter or Escape the hand stays where it was; after a click elsewhere it has gone there.
  const returns = useRef(false);
  if (!canEdit) return <Amount value={fromDinars(row.priceHt)} />;
  if (opened) {
    const price = fromDinars(opened.priceHt);
    return (
      <PriceField
        label={m.db_products_price_of({ name: row.name })}
        start={moneyText(price)}
        onDone={(text, byKey) => {
          returns.current = byKey;
          setOpened(null);
          const typed = text === null ? null : parseMoney(text);
          if (typed !== null && typed !== price) onPrice(toDinars(typed), opened);
        }}
      />
    );
  }
  return (
    <button
      type="button"
      className={styles.editPrice}
      ref={(button) => {
        if (button && returns.current) button.focus();
        returns.current = false;
      }}
      aria-label={m.db_products_edit_price({ name: row.name })}
      onClick={() => setOpened(row)}
    >
      <Pencil className="icon icon-sm" aria-hidden />
      <Amount value={fromDinars(row.priceHt)} />
    </button>
  );
}

interface PriceFieldProps {
  label: string;
  start: string;
  /** With what was typed, or `null` when the change was given up. */
  onDone: (text: string | null, byKey: boolean) => void;
}

function PriceField({ label, start, onDone }: PriceFieldProps) {
  const [text, setText] = useState(start);
  const [isTold, setTold] = useState(false);
  const ruleId = useId();
  const isWrong = parseMoney(text) === null;
  /** What can't be read stays to be mended: closed, it would look as if it were kept. */
  const save = (byKey: boolean) => {
    if (isWrong) setTold(true);
    else onDone(text, byKey);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Enter') return;
    // Else the same Enter would press the button that the field gives way to.
    event.preventDefault();
    if (event.key === 'Escape') onDone(null, true);
    else save(true);
  };
  const isRefused = isTold && isWrong;
  const control = {
    id: `${ruleId}-field`,
    'aria-invalid': isRefused,
    'aria-describedby': isRefused ? ruleId : undefined,
  };
  return (
    // The keys of the field inside arrive here; the span itself can't be focused.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above.
    <span className={styles.priceField} onKeyDown={press}>
      <MoneyInput
        control={control}
        label={label}
        text={text}
        autoFocus
        onText={setText}
        onBlur={() => save(false)}
      />
      {isRefused && (
        <span className={fieldStyles.error} id={ruleId} role="alert">
          {m.db_product_price_invalid()}
        </span>
      )}
    </span>
  );
}
