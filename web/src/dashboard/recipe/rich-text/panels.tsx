/** What is asked for over a text while it is written: where a link leads, which picture, what that shows. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import type { ShopPicture } from '../../data/types.ts';
import { AddPictures } from '../media/add-pictures.tsx';
import { ChooseShopPicture } from '../media/choose-shop-picture.tsx';
import { linkOf } from './links.ts';
import * as styles from './rich-text.module.css';
import type { PictureLook } from './writer.ts';

interface PanelProps {
  label: string;
  /** The cursor goes to its field when it opens. */
  takesFocus?: boolean;
  onClose: () => void;
  /** Enter. */
  onDone: () => void;
  children: ReactNode;
}

/** Escape closes it, Enter sends no form around it. */
function Panel({ label, takesFocus = true, onClose, onDone, children }: PanelProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (takesFocus) group.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  const press = (event: KeyboardEvent) => {
    const { target } = event;
    // Of a dialog that it opened: that closes by itself, and this stays.
    if (!(target instanceof Node) || !group.current?.contains(target)) return;
    const isDone = event.key === 'Enter' && target instanceof HTMLInputElement && target.type !== 'file';
    if (!isDone && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (isDone) onDone();
    else onClose();
  };
  return (
    <fieldset ref={group} className={styles.panel} aria-label={label} onKeyDown={press}>
      {children}
    </fieldset>
  );
}

interface LinkPanelProps {
  /** Where it leads now. */
  href: string | null;
  onClose: () => void;
  onLink: (href: string | null) => void;
}

export function LinkPanel({ href, onClose, onLink }: LinkPanelProps) {
  const [address, setAddress] = useState(href ?? '');
  const [isTried, setTried] = useState(false);
  const [from, setFrom] = useState(href);
  // The cursor went to another link: it is that one's address now.
  if (href !== from) {
    setFrom(href);
    setAddress(href ?? '');
    setTried(false);
  }
  const link = linkOf(address);
  const apply = () => {
    setTried(true);
    if (link) onLink(link);
  };
  return (
    <Panel label={m.db_rich_link()} onClose={onClose} onDone={apply}>
      <Field
        label={m.db_rich_link_address()}
        hint={m.db_rich_link_hint()}
        errors={isTried && !link ? [m.db_rich_link_wrong()] : []}
      >
        {(control) => (
          <input
            {...control}
            className={fieldStyles.input}
            dir="ltr"
            maxLength={2_000}
            value={address}
            onChange={({ target }) => setAddress(target.value)}
          />
        )}
      </Field>
      <p className={styles.acts}>
        <button type="button" className={`${buttonStyles.button} ${buttonStyles.primary}`} onClick={apply}>
          {m.db_rich_link_apply()}
        </button>
        {href !== null && (
          <button type="button" className={buttonStyles.button} onClick={() => onLink(null)}>
            {m.db_rich_link_remove()}
          </button>
        )}
        <button type="button" className={buttonStyles.button} onClick={onClose}>
          {m.db_cancel()}
        </button>
      </p>
    </Panel>
  );
}

interface AddPictureProps {
  onClose: () => void;
  onFiles: (files: FileList) => void;
  /** One that the shop has already. */
  onChoose: (picture: ShopPicture) => void;
}

export function AddPicture({ onClose, onFiles, onChoose }: AddPictureProps) {
  return (
    <Panel label={m.db_rich_picture()} onClose={onClose} onDone={() => undefined}>
      <AddPictures onFiles={onFiles} />
      <p className={styles.acts}>
        <ChooseShopPicture onChoose={onChoose} />
      </p>
    </Panel>
  );
}

interface PicturePanelProps {
  picture: PictureLook;
  takesFocus: boolean;
  onDescribe: (alt: string) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** What a picture shows, for who can't see it; it is written as it is typed. */
export function PicturePanel({ picture, takesFocus, onDescribe, onRemove, onClose }: PicturePanelProps) {
  return (
    <Panel label={m.db_rich_picture()} takesFocus={takesFocus} onClose={onClose} onDone={onClose}>
      <Field label={m.db_rich_picture_alt()} hint={m.db_rich_picture_alt_hint()}>
        {(control) => (
          <input
            {...control}
            className={fieldStyles.input}
            dir="auto"
            maxLength={200}
            value={picture.alt}
            onChange={({ target }) => onDescribe(target.value)}
          />
        )}
      </Field>
      <p className={styles.acts}>
        <button type="button" className={buttonStyles.button} onClick={onRemove}>
          {m.db_picture_remove()}
        </button>
      </p>
    </Panel>
  );
}
