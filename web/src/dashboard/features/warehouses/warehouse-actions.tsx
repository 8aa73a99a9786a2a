import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { Question } from '@/ui/rich/question.tsx';
import { errorMessage } from '../../data/messages.ts';
import type { Warehouse } from '../../data/types.ts';
import { forgetRefusal, useSingle } from '../../data/use-single.ts';
import { reservedIn, useOpenWarehouse } from './use-warehouse.ts';

/** Its stock, and the door: closing asks first, for what stands there goes off sale. */
export function WarehouseActions({ warehouse }: { warehouse: Warehouse }) {
  /** As it was when it was asked; who was told what it became answers that. */
  const [asked, setAsked] = useState<Warehouse | null>(null);
  const close = () => setAsked(null);
  const open = useOpenWarehouse(asked ?? warehouse, {
    onDone: close,
    onRefused: (current) => setAsked((before) => before && current),
  });
  const send = useSingle(open);
  const { id, isActive } = warehouse;
  return (
    <>
      <Link to="/stock" search={{ warehouse: id }} className={buttonStyles.button}>
        {m.db_warehouse_stock()}
      </Link>
      {isActive ? (
        <button
          type="button"
          className={`${buttonStyles.button} ${buttonStyles.danger}`}
          onClick={() => {
            forgetRefusal(open);
            setAsked(warehouse);
          }}
        >
          {m.db_warehouse_close()}
        </button>
      ) : (
        <button
          type="button"
          className={buttonStyles.button}
          disabled={open.isPending}
          onClick={() => void send(true)}
        >
          {m.db_warehouse_reopen()}
        </button>
      )}
      {asked && (
        <Question
          title={m.db_warehouse_close_title({ name: asked.name })}
          body={m.db_warehouse_close_body()}
          confirm={m.db_warehouse_close()}
          isPending={open.isPending}
          onConfirm={() => void send(false)}
          onClose={close}
        >
          {open.error && <Refused error={open.error} />}
        </Question>
      )}
      {!asked && open.error && <Refused error={open.error} />}
    </>
  );
}

function Refused({ error }: { error: Error }) {
  const reserved = reservedIn(error);
  return (
    <div className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
      <span className="grow">
        <b>{errorMessage(error)}</b>
        {reserved !== null && <small>{m.db_warehouse_reserved_pieces({ pieces: count(reserved) })}</small>}
      </span>
    </div>
  );
}
