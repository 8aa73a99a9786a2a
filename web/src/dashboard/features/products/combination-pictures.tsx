import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as dialogStyles from '@/ui/rich/dialog.module.css';
import { Dialog } from '@/ui/rich/dialog.tsx';
import type { Product } from '../../data/types.ts';
import { inOrder, urlOf } from '../../parts/picture.ts';
import { usePictures } from './use-pictures.ts';

interface CombinationPicturesProps {
  product: Product;
  /** Of the combination. */
  id: string;
  name: string;
  mayWrite: boolean;
}

/** How many pictures show a combination, and which; one that is not saved yet has none. */
export function CombinationPictures({ product, id, name, mayWrite }: CombinationPicturesProps) {
  const [isOpen, setOpen] = useState(false);
  const own = product.combinations.find((one) => one.id === id);
  if (!own || product.images.length === 0) return null;
  const [n, of] = [count(own.imageIds.length), count(product.images.length)];
  const chosen =
    own.imageIds.length === 0 ? m.db_picture_shows_all() : m.db_combination_pictures_count({ n, of });
  if (!mayWrite) return chosen;
  return (
    <>
      <button
        type="button"
        className={buttonStyles.button}
        aria-label={m.db_combination_pictures_act({ name, chosen })}
        onClick={() => setOpen(true)}
      >
        {chosen}
      </button>
      {isOpen && <PicturesDialog {...{ product, own, name }} onClose={() => setOpen(false)} />}
    </>
  );
}

interface PicturesDialogProps {
  product: Product;
  own: Product['combinations'][number];
  name: string;
  onClose: () => void;
}

/** The product's pictures, of which each tick is saved at once. */
function PicturesDialog({ product, own, name, onClose }: PicturesDialogProps) {
  const { assign } = usePictures(product);
  /** As it was ticked, while that is being saved. */
  const shows = (image: string) =>
    assign.isPending && assign.variables.image === image
      ? assign.variables.shows
      : own.imageIds.includes(image);
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.db_combination_pictures_of({ name })}
      lead={m.db_combination_pictures_body()}
    >
      <div className={`${dialogStyles.body} ${dialogStyles.form}`}>
        <fieldset className={`${fieldStyles.field} ${fieldStyles.choices}`}>
          <legend>{m.db_product_images()}</legend>
          {inOrder(product.images, []).map((image, at) => (
            <label key={image.id}>
              <input
                type="checkbox"
                className={checkStyles.check}
                checked={shows(image.id)}
                aria-disabled={assign.isPending}
                onChange={({ target }) => {
                  const change = { image: image.id, combination: own.id, shows: target.checked };
                  if (!assign.isPending) assign.mutate(change);
                }}
              />
              <img
                src={urlOf(image)}
                alt={m.db_picture({ place: count(at + 1) })}
                width={64}
                height={64}
                loading="lazy"
              />
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
