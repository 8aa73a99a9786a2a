import { type ComponentProps, type KeyboardEvent, type ReactNode, type Ref, useId } from 'react';
import * as fieldStyles from '@/ui/form/field.module.css';
import { TypedStepper } from '@/ui/rich/stepper.tsx';
import { ItemCell } from './item-cell.tsx';
import { itemName } from './item-name.ts';
import * as rowsStyles from './piece-rows.module.css';

type Stepped = Pick<ComponentProps<typeof TypedStepper>, 'label' | 'text' | 'min' | 'max' | 'isReadOnly'>;

interface PieceRowProps extends Stepped {
  item: ComponentProps<typeof ItemCell>['item'];
  /** What there is of it, and will be. */
  figures: ReactNode;
  /** What is wrong with it, in words. */
  wrong: readonly string[];
  ref?: Ref<HTMLLIElement>;
  /** A code hit it last. */
  isHit?: boolean;
  onType: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLLIElement>) => void;
  /** What else may be done with it. */
  children?: ReactNode;
}

/** An article that comes in, and how many pieces of it as they are typed. */
export function PieceRow({
  item,
  figures,
  wrong,
  ref,
  isHit = false,
  onType,
  onKeyDown,
  children,
  ...stepped
}: PieceRowProps) {
  const id = useId();
  return (
    <li ref={ref} className={rowsStyles.row} data-hit={isHit || undefined} onKeyDown={onKeyDown}>
      <div className={rowsStyles.item}>
        <ItemCell item={item} />
      </div>
      <div className={rowsStyles.figures}>
        {figures}
        <TypedStepper
          {...stepped}
          of={itemName(item)}
          about={{ 'aria-describedby': `${id}-about`, 'aria-invalid': wrong.length > 0 }}
          onChange={onType}
        />
        {children}
      </div>
      {/* There before it says anything, for only what becomes of it is read out. */}
      <p role="status" id={`${id}-about`} className={`${fieldStyles.error} ${rowsStyles.about}`}>
        {wrong.join(' ')}
      </p>
    </li>
  );
}
