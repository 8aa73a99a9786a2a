import { fromDinars } from '@/domain/money.ts';
import { money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useFocusHandedOn } from '@/ui/form/use-focus-handed-on.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { errorMessage, isStale } from '../../data/messages.ts';
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
import { useChangeLines } from './use-change-lines.ts';

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
        lastStays={m.db_order_lines_last()}
        onChange={(change) => form.set(({ products }) => ({ products: change(products) }))}
      />
      <Cost order={order} quote={quote} />
    </FormDialogFrame>
  );
}

/** What was agreed, and what it is with what is typed. */
function Cost({ order, quote }: { order: OrderDetail; quote: QuoteState }) {
  const { data, error, isPending } = quote;
  const after = data ?? order;
  const words = (before: number, now: number) => ({
    before: money(fromDinars(before)),
    after: money(fromDinars(now)),
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
          <BeforeAfter {...words(order.productsTotal, after.productsTotal)} />
        </div>
        <div>
          <span>{m.db_order_delivery()}</span>
          <BeforeAfter
            before={feeWord(fromDinars(order.deliveryPrice))}
            after={feeWord(fromDinars(after.deliveryPrice ?? order.deliveryPrice))}
          />
        </div>
        <div className={totalsStyles.all} role="status">
          <span>{m.db_order_to_collect()}</span>
          <BeforeAfter {...words(order.total, after.total)} />
        </div>
        <p className="small muted">{isPending ? m.db_order_lines_pricing() : '\u00a0'}</p>
      </div>
    </>
  );
}

function Unpriced({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const note = useFocusHandedOn<HTMLParagraphElement>((going) =>
    going.closest('form')?.querySelector<HTMLElement>('[role="combobox"]'),
  );
  return (
    <p ref={note} className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
      <span className="grow">{errorMessage(error)}</span>
      <button type="button" className={buttonStyles.button} onClick={onRetry}>
        {m.db_retry()}
      </button>
    </p>
  );
}
