import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Boxes } from 'lucide-react';
import { type ClipboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useIsNarrow } from '@/lib/use-is-narrow.ts';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { SaveBar } from '@/ui/form/save-bar.tsx';
import { UnsavedGuard } from '@/ui/form/unsaved-guard.tsx';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import { warehousesQuery } from '../../../data/places.ts';
import type { Warehouse } from '../../../data/types.ts';
import { ListBody } from '../../../parts/list-body.tsx';
import * as rowsStyles from '../../../parts/piece-rows.module.css';
import { piecesInWords } from '../../../parts/pieces-in-words.ts';
import { ScanField, type Scanner, scanFieldIn } from '../../../parts/scan-field.tsx';
import type { Hit } from '../../../parts/use-hit.ts';
import { waitsForItem } from '../../../parts/waits-for-item.ts';
import { NewPage } from '../../../recipe/detail/detail-page.tsx';
import { DiscardQuestion } from '../../../recipe/form/discard-question.tsx';
import { TextField } from '../../../recipe/form/fields.tsx';
import { FormNotes } from '../../../recipe/form/form-notes.tsx';
import { sendOnCtrlEnterAlone } from '../../../recipe/form/send-on-ctrl-enter.ts';
import { useFocusGivenBack } from '../../../recipe/form/use-focus-given-back.ts';
import { useIsOwnWarehouse } from '../../../session/use-session.ts';
import { Choice } from './choice.tsx';
import { MissedCodes } from './missed-codes.tsx';
import { keyOf, MOST_LINES, piecesOf } from './receipt.ts';
import { ReceiptRow } from './receipt-row.tsx';
import * as styles from './receive.module.css';
import { SentBefore } from './sent-before.tsx';
import { useArticles } from './use-articles.ts';
import { type ReceiptForm, useReceipt } from './use-receipt.ts';

const route = getRouteApi('/stock/receive');

/** Goods of many articles that came in together: scanned, looked for or pasted, and taken in at once. */
export function ReceivePage() {
  const isOwn = useIsOwnWarehouse('stock.write');
  const warehouses = useQuery(warehousesQuery);
  const own = (all: readonly Warehouse[]) => all.filter(({ id }) => isOwn(id));
  return (
    <NewPage title={m.db_receipt()}>
      <ListBody
        query={warehouses}
        isEmpty={(all) => own(all).length === 0}
        empty={<Empty icon={Boxes} title={m.db_stock_no_warehouse()} />}
      >
        {(all) => <Receipt warehouses={own(all)} />}
      </ListBody>
    </NewPage>
  );
}

function Receipt({ warehouses }: { warehouses: readonly Warehouse[] }) {
  const { warehouse: wanted } = route.useSearch();
  const scanner = useRef<Scanner>(null);
  const form = useReceipt({ warehouses, wanted, scanner });
  const articles = useArticles(form, scanner);
  const fields = useFocusGivenBack<HTMLFieldSetElement>(form.isSaving);
  const [isDiscarding, setDiscarding] = useState(false);
  useFocusOnScan(form);
  const discard = () => {
    // What is found afterwards would be the next delivery's.
    if (waitsForItem()) return;
    // Nothing is asked where nothing is lost.
    if (form.isChanged) setDiscarding(true);
    else form.discard();
  };
  const toScan = () => scanFieldIn(form.frame.current);
  const paste = (event: ClipboardEvent) => {
    if (articles.paste(event.clipboardData.getData('text/plain'))) event.preventDefault();
  };
  return (
    <form
      ref={form.frame}
      noValidate
      onKeyDown={sendOnCtrlEnterAlone}
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <FormNotes form={{ ...form, discard }} nameOf={() => m.db_receipt()} />
      {form.unanswered && <SentBefore form={form} sent={form.unanswered} onDiscard={discard} />}
      <fieldset ref={fields} disabled={form.isSaving}>
        <Where form={form} warehouses={warehouses} />
        <section className={panelStyles.panel}>
          <header className={headsStyles.panelHead}>
            <h2>{m.db_receipt_lines()}</h2>
          </header>
          <div className={`${panelStyles.body} ${styles.lines}`}>
            <div onPaste={paste}>
              <ScanField
                ref={scanner}
                label={m.db_receipt_scan()}
                hint={m.db_receipt_scan_hint()}
                hasWords
                onCode={articles.hear}
              />
            </div>
            {articles.choice && (
              <Choice
                found={articles.choice}
                next={toScan}
                onChoose={articles.choose}
                onLeave={articles.leaveChoice}
              />
            )}
            <MissedCodes
              missed={form.draft.missed}
              looking={articles.looking}
              next={toScan}
              onLookAgain={articles.lookAgain}
              onLeave={(left) => form.set({ missed: left })}
            />
            <Lines form={form} hit={articles.hit} scanner={scanner} />
          </div>
        </section>
      </fieldset>
      <Bar form={form} onDiscard={discard} />
      {isDiscarding && (
        <DiscardQuestion
          title={m.db_receipt_discard()}
          warning={form.unanswered && m.db_receipt_discard_unanswered()}
          isSaving={form.isSaving}
          next={toScan}
          onDiscard={form.discard}
          onClose={() => setDiscarding(false)}
        />
      )}
      <UnsavedGuard isDirty={form.isChanged || form.isSaving} isKept={form.isKept} onSave={form.save} />
    </form>
  );
}

/** At first, and for the next delivery once one came in. Under a thumb, the keyboard would hide the page. */
function useFocusOnScan({ frame, isSaving, isChanged }: ReceiptForm): void {
  const [isThumb] = useState(useIsNarrow());
  const isFirst = useRef(true);
  const focus = useEffectEvent(() => {
    if (!isThumb && (isFirst.current || !isChanged))
      scanFieldIn(frame.current)?.focus({ preventScroll: true });
    isFirst.current = false;
  });
  useEffect(() => {
    if (!isSaving) focus();
  }, [isSaving]);
}

interface WhereProps {
  form: ReceiptForm;
  warehouses: readonly Warehouse[];
}

function Where({ form, warehouses }: WhereProps) {
  const navigate = route.useNavigate();
  const choose = (warehouse: string) => {
    // In the address too: what is taken in next comes in there as well.
    void navigate({ search: { warehouse }, replace: true, ignoreBlocker: true });
    if (form.isChanged) form.set(() => ({ warehouse }));
  };
  return (
    <section className={panelStyles.panel}>
      <div className={`${panelStyles.body} ${styles.where}`}>
        <Field
          label={m.db_receipt_warehouse()}
          errors={form.warehouse === '' ? [m.db_receipt_warehouse_required()] : []}
        >
          {(control) => (
            <select
              {...control}
              className={fieldStyles.input}
              value={form.warehouse}
              onChange={({ target }) => choose(target.value)}
            >
              {form.warehouse === '' && <option value="">{m.db_choose()}</option>}
              {warehouses.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField
          form={form}
          at="reason"
          label={m.db_receipt_reason()}
          hint={m.db_receipt_reason_hint()}
          maxLength={500}
          dir="auto"
        />
      </div>
    </section>
  );
}

interface LinesProps {
  form: ReceiptForm;
  hit: Hit | undefined;
  scanner: RefObject<Scanner | null>;
}

function Lines({ form, hit, scanner }: LinesProps) {
  const [removed, setRemoved] = useState('');
  const { lines } = form.draft;
  return (
    <>
      {lines.length === 0 && <p className="muted">{m.db_receipt_none()}</p>}
      <ul className={rowsStyles.rows} aria-label={m.db_receipt_lines()}>
        {lines.map((line, at) => (
          <ReceiptRow
            key={keyOf(line)}
            line={line}
            warehouse={form.warehouse}
            hit={hit?.row === keyOf(line) ? hit : undefined}
            scanner={scanner}
            errorsAt={(field) => form.lineErrorsAt(at, field)}
            next={() => scanFieldIn(form.frame.current)}
            onType={(quantity) =>
              form.set((before) => ({
                lines: before.lines.map((one) => (keyOf(one) === keyOf(line) ? { ...one, quantity } : one)),
              }))
            }
            onRemove={(name) => {
              setRemoved(m.db_receipt_removed({ name }));
              form.set((before) => ({ lines: before.lines.filter((one) => keyOf(one) !== keyOf(line)) }));
            }}
          />
        ))}
      </ul>
      {lines.length >= MOST_LINES && (
        <p className="small muted">{m.db_receipt_many({ most: count(MOST_LINES) })}</p>
      )}
      <p role="status" className="visually-hidden">
        {removed}
      </p>
    </>
  );
}

/** What would come in, always in sight. */
function Bar({ form, onDiscard }: { form: ReceiptForm; onDiscard: () => void }) {
  const { lines } = form.draft;
  if (!form.isChanged) return null;
  const pieces = lines.reduce((sum, line) => sum + piecesOf(line), 0);
  return (
    <SaveBar
      title={piecesInWords(pieces)}
      changes={[m.db_pieces({ n: count(lines.length), count: lines.length })]}
      submit={m.db_receipt_submit({ n: count(pieces), count: pieces })}
      saving={form.isSaving}
      onDiscard={onDiscard}
    />
  );
}
