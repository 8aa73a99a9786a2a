import { Link } from '@tanstack/react-router';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Category } from '../../data/types.ts';
import { MovableTree } from '../../parts/movable-tree.tsx';
import { Thumb } from '../../parts/thumb.tsx';
import { useMoveCategory } from './use-category.ts';

interface CategoryTreeProps {
  categories: readonly Category[];
  mayWrite: boolean;
}

/** The categories, each below the one that it stands in. */
export function CategoryTree({ categories, mayWrite }: CategoryTreeProps) {
  const move = useMoveCategory();
  return (
    <MovableTree
      nodes={categories}
      mayMove={mayWrite}
      isMoving={move.isPending}
      nameOf={({ name }) => name}
      inside={m.db_category_in}
      movedTo={({ name }, { parentId, at }) => {
        const host = categories.find(({ id }) => id === parentId)?.name ?? m.db_category_top_level();
        return m.db_category_moved({ name, host, place: count(at + 1) });
      }}
      onMove={(category, place) => move.mutate({ category, ...place })}
    >
      {(category) => (
        <>
          <Thumb src={category.image} />
          <Link to="/categories/$id" params={{ id: category.id }} className="strong grow">
            <bdi>{category.name}</bdi>
          </Link>
          <span className="muted num">
            {m.db_category_products({ count: count(category.productsCount) })}
          </span>
        </>
      )}
    </MovableTree>
  );
}
