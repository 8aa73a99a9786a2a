/** What a pack holds; of a flexible one, with a picker for each part that the shopper chooses. */
import type { Combination, PackItem } from '@/api/types.ts';
import type { Chosen } from '@/domain/pack.ts';
import { count } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { CombinationPicker } from '../../parts/combination-picker.tsx';
import * as pictureStyles from '../../parts/picture.module.css';
import { Picture } from '../../parts/picture.tsx';
import * as styles from './pack.module.css';

interface PackContentsProps {
  readonly items: readonly PackItem[];
  readonly chosen: Chosen<Combination>;
  readonly onChoose: (part: number, combination: Combination) => void;
}

export function PackContents({ items, chosen, onChoose }: PackContentsProps) {
  if (items.length === 0) return null;
  return (
    <section className={styles.pack} aria-label={m.sf_pack()}>
      <h2>{m.sf_pack()}</h2>
      <ul>
        {items.map((item, at) => (
          <PackPart
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may stand twice, each chosen for itself, and none moves
            key={at}
            item={item}
            chosen={chosen[at]}
            onChoose={(combination) => onChoose(at, combination)}
          />
        ))}
      </ul>
    </section>
  );
}

interface PackPartProps {
  readonly item: PackItem;
  readonly chosen: Combination | undefined;
  readonly onChoose: (combination: Combination) => void;
}

function PackPart({ item, chosen, onChoose }: PackPartProps) {
  const { combinations = [] } = item;
  return (
    <li>
      <span className={pictureStyles.picture}>
        <Picture image={item.thumb} slot="thumbnail" />
      </span>
      <span>
        {item.name}
        {item.combinationName && <span className="quiet"> {item.combinationName}</span>}
      </span>
      <b className="num ltr">× {count(item.quantity)}</b>
      {chosen && combinations.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: the picker has fieldsets of its own, one for each attribute
        <div className={styles.choice} role="group" aria-label={m.sf_pack_choice({ name: item.name })}>
          <CombinationPicker
            combinations={combinations}
            selected={chosen}
            onSelect={onChoose}
            isPriced={false}
          />
        </div>
      )}
    </li>
  );
}
