import { useEffect, useRef, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useFocusKept } from '@/lib/use-focus-kept.ts';
import * as headsStyles from '@/ui/rich/heads.module.css';
import type { Product } from '../../data/types.ts';
import { inOrder } from '../../parts/picture.ts';
import { AddPictures } from '../../recipe/media/add-pictures.tsx';
import { UploadTile } from '../../recipe/media/upload-tile.tsx';
import { UploadsGuard } from '../../recipe/media/uploads-guard.tsx';
import * as styles from './images-section.module.css';
import { movedTo } from './picture.ts';
import { PictureTile } from './picture-tile.tsx';
import { usePictures } from './use-pictures.ts';

interface ImagesSectionProps {
  product: Product;
  mayWrite: boolean;
}

/** The pictures in their order; the first is the default one. What is done here is saved at once. */
export function ImagesSection({ product, mayWrite }: ImagesSectionProps) {
  const pictures = usePictures(product);
  const { order, uploads } = pictures;
  const images = inOrder(product.images, order.isPending ? order.variables : []);
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const keepFocus = useFocusKept(images.map(({ id }) => id).join());
  usePastedFiles(mayWrite, pictures.add);
  const move = (id: string, to: number) => {
    const ids = movedTo(
      images.map((image) => image.id),
      id,
      to,
    );
    if (!ids) return;
    keepFocus();
    setSaid(m.db_picture_moved({ place: count(ids.indexOf(id) + 1), of: count(ids.length) }));
    pictures.move(ids);
  };
  return (
    <section id="images">
      <header className={headsStyles.secHead}>
        <h2>{m.db_product_images()}</h2>
        {mayWrite && <span className="muted">{m.db_pictures_hint()}</span>}
      </header>
      <ul className={styles.gallery}>
        {images.map((image, at) => (
          <PictureTile
            key={image.id}
            {...{ product, image, at, mayWrite, pictures }}
            isLast={at === images.length - 1}
            onMove={(to) => move(image.id, to)}
            onDrag={setDragged}
            onDropped={() => {
              if (dragged) move(dragged, at);
            }}
          />
        ))}
        {uploads.list.map((upload) => (
          <UploadTile key={upload.id} upload={upload} queue={uploads.queue} />
        ))}
        {mayWrite && (
          <li>
            <AddPictures onFiles={pictures.add} />
          </li>
        )}
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <UploadsGuard uploads={uploads.list} />
    </section>
  );
}

/** Files pasted anywhere on the page; text goes where it was pasted to. */
function usePastedFiles(isOn: boolean, onFiles: (files: FileList) => void): void {
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files;
      if (!files || files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [isOn]);
}
