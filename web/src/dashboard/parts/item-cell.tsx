import * as itemStyles from './item.module.css';
import { Thumb } from './thumb.tsx';

interface Item {
  image: string;
  productName: string;
  combinationName: string;
  sku: string;
}

/** A product or a combination as people know it. */
export function ItemCell({ item }: { item: Item }) {
  return (
    <div className={itemStyles.item}>
      <Thumb src={item.image} small />
      <div>
        <bdi className="strong">{item.productName}</bdi>
        <small>
          {item.combinationName && <bdi>{item.combinationName} · </bdi>}
          <bdi className="ltr">{item.sku}</bdi>
        </small>
      </div>
    </div>
  );
}
