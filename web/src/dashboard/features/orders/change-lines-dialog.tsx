import { fromDinars } from '@/domain/money.ts';
import { money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as noteStyles from '@/ui/rich/note.module.css';
import { isPriceChanged, isStale } from '../../data/messages.ts';
import type { OrderDetail } from '../../data/types.ts';
import * as totalsStyles from '../../parts/totals.module.css';
import { FormDialogFrame } from '../../recipe/form/form-dialog.tsx';
import { ConflictNote, ConflictsNote } from '../../recipe/form/form-notes.tsx';
import { BeforeAfter } from './before-after.tsx';
import { contestedKey } from './change-lines.ts';
import * as styles from './change-lines-dialog.module.css';
import { feeWord } from './correction-words.ts';
import { draftsOf } from './lines/line-draft.ts';
import { nameOf } from './lines/line-row.tsx';
import { LinesEditor } from './lines/lines-editor.tsx';
import type { QuoteState } from './lines/use-quote.ts';
import { StaleNote } from './stale-note.tsx';
import { Unpriced } from './unpriced.tsx';
import { useChangeLines } from './use-change-lines.ts';

/** Nobody knows what it costs then. */
const UNKNOWN = '…';

interface ChangeLinesDialogProps {
  order: OrderDetail;
  /** What takes the focus afterwards. */
  returnTo?: () => HTMLElement | null;
  onClose: () => void;
}

/** What the customer wants otherwise, with what it costs then, to be said on the phone. */
export function ChangeLinesDialog({ order, returnTo, onClose }: ChangeLinesDialogProps) {
  const form = useChangeLines(order, onClose);
  const { deciding, quote } = form;
  const known = [...draftsOf(order), ...form.draft.products];
  const wordOf = (path: string) => {
    const line = known.find(({ key }) => key === contestedKey({ path }));
    return line ? nameOf(line) : '';
  };
  return (
    <FormDialogFrame
      form={form}
      title={m.db_order_lines_title({ number: order.number })}
      submit={m.db_order_lines_submit()}
      isWide
      isReady={form.isReady}
      refusal={(error) => (isStale(error) ? <StaleNote status={order.status} /> : undefined)}
      returnTo={returnTo}
      onClose={onClose}
    >
      <ConflictsNote conflicts={deciding.conflicts} nameOf={wordOf} />
      {deciding.conflicts.map(({ path }) => (
        <div key={path}>
          <bdi className="strong">{wordOf(path)}</bdi>
          <ConflictNote form={deciding} path={path} />
        </div>
      ))}
      {/* There before it says anything, for only what becomes of it is read out. */}
      <div role="status" className={styles.overtaken}>
        {form.isOvertaken && (
          <p className={`${noteStyles.note} ${noteStyles.warn}`}>{m.db_order_lines_meanwhile()}</p>
        )}
      </div>
      <LinesEditor
        lines={form.draft.products}
        quote={quote.data}
        errorsAt={form.lineErrorsAt}
        held={order.stock === 'reserved' ? order.lines.flatMap(({ stockItems }) => stockItems) : []}
        lastStays={m.db_order_lines_last()}
        onChange={(change) => form.set(({ products }) => ({ products: change(products) }))}
      />
      {/* A refusal says the same by itself. */}
      <div role="status" className={styles.overtaken}>
        {quote.isRepriced && !isPriceChanged(form.error) && (
          <p className={`${noteStyles.note} ${noteStyles.warn}`}>{m.db_refused_price_changed()}</p>
        )}
      </div>
      <Cost order={order} quote={quote} isChanged={form.isDirty} />
    </FormDialogFrame>
  );
}

interface CostProps {
  order: OrderDetail;
  quote: QuoteState;
  /** It is to have something else than what was agreed. */
  isChanged: boolean;
}

/** What was agreed, and what it is with what is typed. */
function Cost({ order, quote, isChanged }: CostProps) {
  const { data, error, isPending } = quote;
  const agreed = isChanged ? undefined : order;
  const after = error ? agreed : (data ?? agreed);
  const words = (field: 'productsTotal' | 'total') => ({
    before: money(fromDinars(order[field])),
    after: after ? money(fromDinars(after[field])) : UNKNOWN,
  });
  return (
    <>
      {error && <Unpriced error={error} onRetry={quote.refetch} />}
      <div
        className={`${totalsStyles.totals} ${styles.cost}`}
        aria-busy={isPending || undefined}
        data-old={!quote.isCurrent || undefined}
      >
        <div>
          <span>{m.db_order_subtotal()}</span>
          <BeforeAfter {...words('productsTotal')} />
        </div>
        <div>
          <span>{m.db_order_delivery()}</span>
          <BeforeAfter
            before={feeWord(fromDinars(order.deliveryPrice))}
            after={after ? feeWord(fromDinars(after.deliveryPrice ?? order.deliveryPrice)) : UNKNOWN}
          />
        </div>
        <div className={totalsStyles.all} role="status">
          <span>{m.db_order_to_collect()}</span>
          <BeforeAfter {...words('total')} />
        </div>
        <p className="small muted">{isPending ? m.db_order_lines_pricing() : '\u00a0'}</p>
      </div>
    </>
  );
}
