import { X } from 'lucide-react';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as styles from './chips.module.css';

interface ChipsProps {
  items: readonly { id: string; name: string }[];
  removal: (named: { name: string }) => string;
  onRemove: (id: string) => void;
}

/** What was chosen of many, each with a way out. */
export function Chips({ items, removal, onRemove }: ChipsProps) {
  if (items.length === 0) return null;
  return (
    <ul className={styles.chips}>
      {items.map(({ id, name }) => (
        <li key={id}>
          <bdi>{name}</bdi>
          <button
            type="button"
            className={buttonStyles.icon}
            aria-label={removal({ name })}
            title={removal({ name })}
            onClick={() => onRemove(id)}
          >
            <X className="icon" aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
