import { ImagePlus } from 'lucide-react';
import { useId, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as styles from './add-pictures.module.css';
import { PICTURE_TYPES } from './pictures.ts';

/** Where pictures are dropped or chosen; a phone offers its camera. */
export function AddPictures({ onFiles }: { onFiles: (files: FileList) => void }) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the control is the one for all.
    <div
      className={styles.addPictures}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles(event.dataTransfer.files);
      }}
    >
      <input
        id={id}
        type="file"
        multiple
        className="visually-hidden"
        accept={PICTURE_TYPES.join()}
        aria-describedby={`${id}-rule`}
        onChange={({ target }) => {
          if (target.files) onFiles(target.files);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      <label htmlFor={id}>
        <ImagePlus className="icon" aria-hidden />
        {m.db_pictures_add()}
      </label>
      <small id={`${id}-rule`} className="muted">
        {m.db_pictures_rule()}
      </small>
    </div>
  );
}
