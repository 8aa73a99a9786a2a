import type { UseMutationResult } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Dialog } from '@/ui/rich/dialog.tsx';
import type { Product } from '../../data/types.ts';
import { urlOf } from './picture.ts';

interface PictureCombinationsProps {
  product: Product;
  image: Product['images'][number];
  place: string;
  assign: UseMutationResult<
    Product | undefined,
    Error,
    { image: string; combination: string; shows: boolean }
  >;
  onClose: () => void;
}

/** Which combinations a picture shows; each tick is saved at once. */
export function PictureCombinations({ product, image, place, assign, onClose }: PictureCombinationsProps) {
  return (
    <Dialog open onClose={onClose} title={m.db_picture_shows({ place })} lead={m.db_picture_shows_body()}>
      <div className="dialog-body dialog-form">
        <img src={urlOf(image)} alt="" width={96} height={96} />
        <fieldset className="field choices">
          <legend>{m.db_product_combinations()}</legend>
          {product.combinations.map(({ id, displayName, imageIds }) => (
            <label key={id}>
              <input
                type="checkbox"
                className="check"
                checked={imageIds.includes(image.id)}
                disabled={assign.isPending}
                onChange={({ target }) =>
                  assign.mutate({ image: image.id, combination: id, shows: target.checked })
                }
              />
              <bdi>{displayName}</bdi>
            </label>
          ))}
        </fieldset>
      </div>
      <div className="dialog-foot">
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {m.db_done()}
        </button>
      </div>
    </Dialog>
  );
}
