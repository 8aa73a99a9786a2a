import { Link } from '@tanstack/react-router';
import { locale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as stateStyles from '@/ui/rich/state.module.css';
import { Switch } from '@/ui/rich/switch.tsx';
import type { HomeBlock } from '../../data/types.ts';
import { MovableList } from '../../parts/movable-list.tsx';
import { Thumb } from '../../parts/thumb.tsx';
import { kindWord } from './kinds.ts';
import { periodWord } from './period.ts';
import { useArrangeBlocks, useSwitchBlock } from './use-block.ts';

/** The blocks as they follow on the page. */
export function BlockList({ blocks }: { blocks: readonly HomeBlock[] }) {
  const arrange = useArrangeBlocks();
  const toggle = useSwitchBlock();
  return (
    <MovableList
      items={blocks}
      mayMove
      isMoving={arrange.isPending}
      nameOf={nameOf}
      onMove={(after) => arrange.mutate(after)}
    >
      {(block) => (
        <>
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
          {block.isSourceGone && (
            <span className={`${stateStyles.state} ${stateStyles.bad}`}>{m.db_block_source_gone()}</span>
          )}
          <Switch
            label={m.db_block_shown({ name: nameOf(block) })}
            checked={block.isActive}
            disabled={toggle.isPending}
            onChange={() => toggle.mutate(block)}
          />
        </>
      )}
    </MovableList>
  );
}

/** Its title in the language of the screen, else what it is. */
export function nameOf(block: HomeBlock | undefined): string {
  if (!block) return '';
  const { publicTitle, type } = block;
  return publicTitle[locale()] || publicTitle.fr || kindWord(type);
}
