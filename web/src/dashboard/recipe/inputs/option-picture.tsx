import { ImageOff, ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as styles from './option-picture.module.css';
import { asSmallJpeg, SWATCH } from './small-picture.ts';

interface OptionPictureProps {
  /** Address of the picture, or a `data:` one; empty for none. */
  picture: string;
  /** Of the option. */
  name: string;
  onPicture: (picture: string) => void;
}

/** The picture that stands for an option: chosen from a file, made small here, taken away. */
export function OptionPicture({ picture, name, onPicture }: OptionPictureProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  // Making it small takes a while, in which the option and its list may have changed.
  const latest = useRef(onPicture);
  latest.current = onPicture;
  const choose = async (file: File) => {
    const small = await asSmallJpeg(file, SWATCH).catch(() => null);
    setUnreadable(small === null);
    if (small) latest.current(small);
  };
  return (
    <span className={styles.optionPicture}>
      {picture && <img src={picture} alt="" width={32} height={32} />}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void choose(file);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      <button
        ref={button}
        type="button"
        className={buttonStyles.icon}
        aria-label={m.db_attribute_option_picture({ name })}
        title={m.db_attribute_option_picture({ name })}
        onClick={() => input.current?.click()}
      >
        <ImagePlus className="icon" aria-hidden />
      </button>
      {picture && (
        <button
          type="button"
          className={buttonStyles.icon}
          aria-label={m.db_attribute_option_picture_remove({ name })}
          title={m.db_attribute_option_picture_remove({ name })}
          onClick={() => {
            // This button goes with the picture.
            button.current?.focus();
            onPicture('');
          }}
        >
          <ImageOff className="icon" aria-hidden />
        </button>
      )}
      {isUnreadable && (
        <span className={fieldStyles.error} role="alert">
          {m.db_rule_picture()}
        </span>
      )}
    </span>
  );
}
