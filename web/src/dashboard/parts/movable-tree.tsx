import { ArrowDown, ArrowUp, IndentDecrease, IndentIncrease } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useState } from 'react';
import { levelOf, type Place, placeOf, type Step, stepped, type TreeNode } from '@/domain/tree.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useFocusKept } from '@/lib/use-focus-kept.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as treeRowStyles from './tree-row.module.css';

interface MovableTreeProps<Node extends TreeNode> {
  /** Parents before their children, siblings in order. */
  nodes: readonly Node[];
  mayMove: boolean;
  isMoving: boolean;
  nameOf: (node: Node) => string;
  /** Words of the step below the one before. */
  inside: (said: { name: string }) => string;
  /** What is said of a node that was moved by a step. */
  movedTo: (node: Node, place: Place) => string;
  /** Whether a node can be put there, where not everything can stand everywhere. */
  mayStand?: (node: Node, place: Place) => boolean;
  onMove: (node: Node, place: Place) => void;
  /** What a row shows of its node. */
  children: (node: Node) => ReactNode;
}

const anywhere = () => true;

/** Rows of a tree: moved by their buttons, by Alt and an arrow, or dragged before another one. */
export function MovableTree<Node extends TreeNode>({
  nodes,
  mayMove,
  isMoving,
  nameOf,
  inside,
  movedTo,
  mayStand = anywhere,
  onMove,
  children,
}: MovableTreeProps<Node>) {
  const [dragged, setDragged] = useState<Node | null>(null);
  const [said, setSaid] = useState('');
  const keepFocus = useFocusKept(nodes.map(({ id }) => id).join());
  const steps = [
    { step: 'up', icon: ArrowUp, label: m.db_category_up },
    { step: 'down', icon: ArrowDown, label: m.db_category_down },
    { step: 'in', icon: IndentIncrease, label: inside },
    { step: 'out', icon: IndentDecrease, label: m.db_category_out },
  ] as const;
  const placeBy = (node: Node, wanted: Step) => {
    const place = stepped(nodes, node, wanted);
    return place && mayStand(node, place) ? place : null;
  };
  const step = (node: Node, wanted: Step) => {
    const place = placeBy(node, wanted);
    if (!place || isMoving) return;
    setSaid(movedTo(node, place));
    keepFocus();
    onMove(node, place);
  };
  const dropBefore = (target: Node) => {
    if (!dragged || dragged.id === target.id || isMoving) return;
    const place = placeOf(nodes, target);
    const own = placeOf(nodes, dragged);
    // It leaves a gap among its siblings, which those behind it close.
    const isAhead = own.parentId === place.parentId && own.at < place.at;
    if (mayStand(dragged, place)) onMove(dragged, { ...place, at: isAhead ? place.at - 1 : place.at });
  };
  return (
    <>
      <ul data-tree aria-busy={isMoving || undefined}>
        {nodes.map((node) => (
          <li
            key={node.id}
            className={treeRowStyles.treeRow}
            style={{ '--level': levelOf(nodes, node) } as CSSProperties}
            draggable={mayMove}
            onDragStart={() => setDragged(node)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              dropBefore(node);
            }}
            onKeyDown={(event) => {
              const wanted = mayMove ? stepOf(event) : null;
              if (!wanted) return;
              event.preventDefault();
              step(node, wanted);
            }}
          >
            {children(node)}
            {mayMove && (
              <span className={treeRowStyles.acts}>
                {steps.map(({ step: wanted, icon: Icon, label }) => (
                  <button
                    key={wanted}
                    type="button"
                    className={buttonStyles.icon}
                    aria-label={label({ name: nameOf(node) })}
                    disabled={placeBy(node, wanted) === null}
                    onClick={() => step(node, wanted)}
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
