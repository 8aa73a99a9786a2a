import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { movedTo } from '@/domain/order.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useFocusKept } from '@/lib/use-focus-kept.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as treeRowStyles from './tree-row.module.css';

interface MovableListProps<One extends { readonly id: string }> {
  items: readonly One[];
  mayMove: boolean;
  isMoving?: boolean;
  nameOf: (one: One) => string;
  /** All of them in their new order. */
  onMove: (items: readonly One[]) => void;
  /** A button of each row that takes it out: what it says, and what is done with those that stay. */
  removal?: { label: (named: { name: string }) => string; onRemove: (items: readonly One[]) => void };
  /** What a row shows. */
  children: (one: One) => ReactNode;
}

const STEPS = [
  { by: -1, icon: ArrowUp, label: m.db_block_up },
  { by: 1, icon: ArrowDown, label: m.db_block_down },
] as const;

/**
 * Rows in an order: moved by their buttons, by Alt and an arrow, or dragged before another one. Who takes one out goes on
 * at the next; after the last, in what stands around the list.
 */
export function MovableList<One extends { readonly id: string }>({
  items,
  mayMove,
  isMoving = false,
  nameOf,
  onMove,
  removal,
  children,
}: MovableListProps<One>) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const order = items.map(({ id }) => id).join();
  const keepFocus = useFocusKept(order);
  const { list, handOnFrom } = useFocusAfterRemoval(order);
  const move = (from: number, to: number) => {
    const one = items[from];
    const after = movedTo(items, from, to);
    if (!one || !after || isMoving) return;
    setSaid(m.db_block_moved({ name: nameOf(one), place: count(to + 1) }));
    keepFocus();
    onMove(after);
  };
  return (
    <>
      <ol ref={list} data-tree aria-busy={isMoving || undefined}>
        {items.map((one, at) => (
          <li
            key={one.id}
            className={treeRowStyles.treeRow}
            draggable={mayMove}
            onDragStart={() => setDragged(at)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              // It leaves a gap, which those behind it close.
              if (dragged !== null) move(dragged, dragged < at ? at - 1 : at);
            }}
            onKeyDown={(event) => {
              // Alt and an arrow opens a list to choose from.
              const isFree = mayMove && event.altKey && !(event.target instanceof HTMLSelectElement);
              const by = isFree && { ArrowUp: -1, ArrowDown: 1 }[event.key];
              if (!by) return;
              event.preventDefault();
              move(at, at + by);
            }}
          >
            {children(one)}
            {mayMove && (
              <span className={treeRowStyles.acts}>
                {STEPS.map(({ by, icon: Icon, label }) => (
                  <button
                    key={by}
                    type="button"
                    className={buttonStyles.icon}
                    aria-label={label({ name: nameOf(one) })}
                    // Not disabled: it keeps the focus at either end.
                    aria-disabled={!movedTo(items, at, at + by)}
                    onClick={() => move(at, at + by)}
                  >
                    <Icon className="icon icon-sm" aria-hidden />
                  </button>
                ))}
                {removal && (
                  <button
                    type="button"
                    className={buttonStyles.icon}
                    data-removal
                    aria-label={removal.label({ name: nameOf(one) })}
                    onClick={() => {
                      handOnFrom(at);
                      removal.onRemove(items.filter((_, place) => place !== at));
                    }}
                  >
                    <X className="icon icon-sm" aria-hidden />
                  </button>
                )}
              </span>
            )}
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}

/** Puts the focus where a removed row's was: on the next one's button, else the last one's, else a field beside the list. */
function useFocusAfterRemoval(order: string) {
  const list = useRef<HTMLOListElement>(null);
  const removed = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the rows are others.
  useEffect(() => {
    const at = removed.current;
    removed.current = null;
    if (at === null || !list.current) return;
    const left = [...list.current.querySelectorAll<HTMLElement>('[data-removal]')];
    const beside = list.current.closest('fieldset, section')?.querySelector<HTMLElement>('input');
    (left[at] ?? left.at(-1) ?? beside)?.focus();
  }, [order]);
  const handOnFrom = (at: number) => {
    removed.current = at;
  };
  return { list, handOnFrom };
}
