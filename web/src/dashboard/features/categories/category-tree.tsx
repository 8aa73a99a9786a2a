import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, IndentDecrease, IndentIncrease } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, useState } from 'react';
import { levelOf, placeOf, type Step, stepped } from '@/domain/tree.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useFocusKept } from '@/lib/use-focus-kept.ts';
import type { Category } from '../../data/types.ts';
import { Thumb } from '../../parts/thumb.tsx';
import { useMoveCategory } from './use-category.ts';

interface CategoryTreeProps {
  categories: readonly Category[];
  mayWrite: boolean;
}

const STEPS: readonly { step: Step; icon: typeof ArrowUp; label: (said: { name: string }) => string }[] = [
  { step: 'up', icon: ArrowUp, label: m.db_category_up },
  { step: 'down', icon: ArrowDown, label: m.db_category_down },
  { step: 'in', icon: IndentIncrease, label: m.db_category_in },
  { step: 'out', icon: IndentDecrease, label: m.db_category_out },
];

/** Rows of a tree: moved by their buttons, by Alt and an arrow, or dragged before another one. */
export function CategoryTree({ categories, mayWrite }: CategoryTreeProps) {
  const move = useMoveCategory();
  const [dragged, setDragged] = useState<Category | null>(null);
  const [said, setSaid] = useState('');
  const keepFocus = useFocusKept(categories.map(({ id }) => id).join());
  const step = (category: Category, wanted: Step) => {
    const place = stepped(categories, category, wanted);
    if (!place || move.isPending) return;
    const host = categories.find(({ id }) => id === place.parentId);
    setSaid(
      m.db_category_moved({
        name: category.name,
        host: host?.name ?? m.db_category_top_level(),
        place: count(place.at + 1),
      }),
    );
    keepFocus();
    move.mutate({ category, ...place });
  };
  const dropBefore = (target: Category) => {
    if (!dragged || dragged.id === target.id || move.isPending) return;
    const place = placeOf(categories, target);
    const own = placeOf(categories, dragged);
    // It leaves a gap among its siblings, which those behind it close.
    const isAhead = own.parentId === place.parentId && own.at < place.at;
    move.mutate({ category: dragged, ...place, at: isAhead ? place.at - 1 : place.at });
  };
  return (
    <>
      <ul className="tree" aria-busy={move.isPending || undefined}>
        {categories.map((category) => (
          <li
            key={category.id}
            className="tree-row"
            style={{ '--level': levelOf(categories, category) } as CSSProperties}
            draggable={mayWrite}
            onDragStart={() => setDragged(category)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              dropBefore(category);
            }}
            onKeyDown={(event) => {
              const wanted = mayWrite ? stepOf(event) : null;
              if (!wanted) return;
              event.preventDefault();
              step(category, wanted);
            }}
          >
            <Thumb src={category.image} />
            <Link to="/categories/$id" params={{ id: category.id }} className="strong grow">
              <bdi>{category.name}</bdi>
            </Link>
            <span className="muted num">
              {m.db_category_products({ count: count(category.productsCount) })}
            </span>
            {mayWrite && (
              <span className="acts">
                {STEPS.map(({ step: wanted, icon: Icon, label }) => (
                  <button
                    key={wanted}
                    type="button"
                    className="icon-btn"
                    aria-label={label({ name: category.name })}
                    disabled={stepped(categories, category, wanted) === null}
                    onClick={() => step(category, wanted)}
                  >
                    <Icon className="icon icon-sm icon-mirrored" aria-hidden />
                  </button>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}

/** Alt and an arrow, in the way that the page is read. */
function stepOf({ altKey, key, currentTarget }: KeyboardEvent<HTMLElement>): Step | null {
  if (!altKey) return null;
  const isRtl = getComputedStyle(currentTarget).direction === 'rtl';
  if (key === 'ArrowUp') return 'up';
  if (key === 'ArrowDown') return 'down';
  if (key === 'ArrowRight') return isRtl ? 'out' : 'in';
  if (key === 'ArrowLeft') return isRtl ? 'in' : 'out';
  return null;
}
