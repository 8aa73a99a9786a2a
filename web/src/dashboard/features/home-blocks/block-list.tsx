import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { locale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useFocusKept } from '@/lib/use-focus-kept.ts';
import { Switch } from '@/ui/rich/switch.tsx';
import type { HomeBlock } from '../../data/types.ts';
import { Thumb } from '../../parts/thumb.tsx';
import { kindWord } from './kinds.ts';
import { movedTo } from './order.ts';
import { periodWord } from './period.ts';
import { useArrangeBlocks, useSwitchBlock } from './use-block.ts';

const STEPS = [
  { by: -1, icon: ArrowUp, label: m.db_block_up },
  { by: 1, icon: ArrowDown, label: m.db_block_down },
] as const;

/** The blocks as they follow on the page: moved by their buttons, by Alt and an arrow, or dragged before another one. */
export function BlockList({ blocks }: { blocks: readonly HomeBlock[] }) {
  const arrange = useArrangeBlocks();
  const toggle = useSwitchBlock();
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const keepFocus = useFocusKept(blocks.map(({ id }) => id).join());
  const move = (from: number, to: number) => {
    const after = movedTo(blocks, from, to);
    if (!after || arrange.isPending) return;
    setSaid(m.db_block_moved({ name: nameOf(blocks[from]), place: count(to + 1) }));
    keepFocus();
    arrange.mutate(after);
  };
  return (
    <>
      <ol className="tree" aria-busy={arrange.isPending || undefined}>
        {blocks.map((block, at) => (
          <li
            key={block.id}
            className="tree-row"
            draggable
            onDragStart={() => setDragged(at)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              // It leaves a gap, which those behind it close.
              if (dragged !== null) move(dragged, dragged < at ? at - 1 : at);
            }}
            onKeyDown={(event) => {
              const by = event.altKey && { ArrowUp: -1, ArrowDown: 1 }[event.key];
              if (!by) return;
              event.preventDefault();
              move(at, at + by);
            }}
          >
            <Thumb src={block.image || block.slides[0]?.image || ''} />
            <span className="grow">
              <Link to="/home-blocks/$id" params={{ id: block.id }} className="strong">
                <bdi>{nameOf(block)}</bdi>
              </Link>
              <br />
              <small className="muted">
                {[kindWord(block.type), periodWord(block)].filter(Boolean).join(' · ')}
              </small>
            </span>
            <Switch
              label={m.db_block_shown({ name: nameOf(block) })}
              checked={block.isActive}
              disabled={toggle.isPending}
              onChange={() => toggle.mutate(block)}
            />
            <span className="acts">
              {STEPS.map(({ by, icon: Icon, label }) => (
                <button
                  key={by}
                  type="button"
                  className="icon-btn"
                  aria-label={label({ name: nameOf(block) })}
                  disabled={!movedTo(blocks, at, at + by)}
                  onClick={() => move(at, at + by)}
                >
                  <Icon className="icon icon-sm" aria-hidden />
                </button>
              ))}
            </span>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}

/** Its title in the language of the screen, else what it is. */
export function nameOf(block: HomeBlock | undefined): string {
  if (!block) return '';
  const { publicTitle, type } = block;
  return publicTitle[locale()] || publicTitle.fr || kindWord(type);
}
