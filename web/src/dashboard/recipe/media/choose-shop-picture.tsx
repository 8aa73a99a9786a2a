import { Suspense, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { lazyPart } from '@/lib/lazy-part.ts';
import { PartBoundary } from '@/lib/part-boundary.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import type { ShopPicture } from '../../data/types.ts';
import { DialogMissing } from '../../parts/dialog-missing.tsx';

const ShopPicturesDialog = lazyPart(
  async () => (await import('./shop-pictures-dialog.tsx')).ShopPicturesDialog,
);

/** Offers the pictures that the shop has already; what shows them comes when it is asked for. */
export function ChooseShopPicture({ onChoose }: { onChoose: (picture: ShopPicture) => void }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" className={buttonStyles.button} onClick={() => setOpen(true)}>
        {m.db_shop_pictures_choose()}
      </button>
      {isOpen && (
        <PartBoundary instead={(retry) => <DialogMissing onRetry={retry} />}>
          <Suspense>
            <ShopPicturesDialog
              onClose={close}
              onChoose={(picture) => {
                close();
                onChoose(picture);
              }}
            />
          </Suspense>
        </PartBoundary>
      )}
    </>
  );
}
