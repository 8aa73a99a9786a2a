import * as itemStyles from './item.module.css';
import { Thumb } from './thumb.tsx';

interface Item {
  image: string;
  productName: string;
  combinationName: string;
  sku: string;
}

/** Which combination, and its stock number; what there is of them. */
export function Reference({ combination, sku }: { combination: string; sku: string }) {
  return (
    <small>
      {combination && <bdi>{combination}</bdi>}
      {combination && sku && ' · '}
      {sku && <bdi className="ltr">{sku}</bdi>}
    </small>
  );
}

/** A product or a combination as people know it. */
export function ItemCell({ item }: { item: Item }) {
  return (
    <div className={itemStyles.item}>
      <Thumb src={item.image} small />
      <div>
        <bdi className="strong">{item.productName}</bdi>
        <Reference combination={item.combinationName} sku={item.sku} />
      </div>
    </div>
  );
}
