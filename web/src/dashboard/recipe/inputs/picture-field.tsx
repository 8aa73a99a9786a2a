import { ImagePlus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Field } from '@/ui/form/field.tsx';
import { FileInput } from '@/ui/form/file-input.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { ChooseShopPicture } from '../media/choose-shop-picture.tsx';
import * as styles from './picture-field.module.css';
import { asSmallJpeg, type Bounds, LOGO } from './small-picture.ts';

interface PictureFieldProps {
  label: string;
  hint?: string;
  /** Address of the picture, or a `data:` one; empty for none. */
  value: string;
  /** How small it is made. */
  bounds?: Bounds;
  errors: readonly string[];
  note?: ReactNode;
  /** Whether one that the shop has already can be chosen; the field then holds its path. */
  offersShopPictures?: boolean;
  onChange: (value: string) => void;
}

/** One picture of a thing: shown, chosen from a file or among those that the shop has, taken away. It is made small here, before it is sent. */
export function PictureField({
  label,
  hint,
  value,
  bounds = LOGO,
  errors,
  note,
  offersShopPictures = true,
  onChange,
}: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  // What was chosen last holds, however long it takes to make another one small.
  const turn = useRef(0);
  const settle = (picture: string) => {
    turn.current += 1;
    setUnreadable(false);
    onChange(picture);
  };
  const choose = async (file: File) => {
    turn.current += 1;
    const own = turn.current;
    const picture = await asSmallJpeg(file, bounds).catch(() => null);
    if (own !== turn.current) return;
    if (picture === null) setUnreadable(true);
    else settle(picture);
  };
  const remove = () => {
    // The button goes with the picture.
    input.current?.focus();
    settle('');
  };
  return (
    <Field label={label} hint={hint} errors={isUnreadable ? [m.db_rule_picture()] : errors} note={note}>
      {(control) => (
        <div className={styles.pictureField}>
          {value ? (
            <img src={value} alt="" />
          ) : (
            <span className={styles.none} aria-hidden>
              <ImagePlus className="icon icon-lg" />
            </span>
          )}
          <FileInput
            control={control}
            input={input}
            accept={['image/jpeg', 'image/png', 'image/webp']}
            allowed={m.db_picture_allowed()}
            onFile={(file) => void choose(file)}
          />
          {offersShopPictures && <ChooseShopPicture onChoose={({ path }) => settle(path)} />}
          {value && (
            <button type="button" className={buttonStyles.button} onClick={remove}>
              {m.db_picture_remove()}
            </button>
          )}
        </div>
      )}
    </Field>
  );
}
