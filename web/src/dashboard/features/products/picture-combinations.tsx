import type { UseMutationResult } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as dialogStyles from '@/ui/rich/dialog.module.css';
import { Dialog } from '@/ui/rich/dialog.tsx';
import type { Product } from '../../data/types.ts';
import { urlOf } from '../../parts/picture.ts';

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
      <div className={`${dialogStyles.body} ${dialogStyles.form}`}>
        <img src={urlOf(image)} alt="" width={96} height={96} />
        <fieldset className={`${fieldStyles.field} ${fieldStyles.choices}`}>
          <legend>{m.db_product_combinations()}</legend>
          {product.combinations.map(({ id, displayName, imageIds }) => (
            <label key={id}>
              <input
                type="checkbox"
                className={checkStyles.check}
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
      <div className={dialogStyles.foot}>
        <button type="button" className={`${buttonStyles.button} ${buttonStyles.primary}`} onClick={onClose}>
          {m.db_done()}
        </button>
      </div>
    </Dialog>
  );
}
