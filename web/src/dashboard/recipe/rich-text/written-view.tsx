import {
  Bold,
  CodeXml,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Redo2,
  TextQuote,
  Undo2,
} from 'lucide-react';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ShopPicture, TextPicture } from '../../data/types.ts';
import type { LanguageText } from '../inputs/language-fields.tsx';
import { useOnTheWay } from '../media/on-the-way.ts';
import { canArrive } from '../media/upload-queue.ts';
import { UploadTile } from '../media/upload-tile.tsx';
import { UploadsGuard } from '../media/uploads-guard.tsx';
import { useUploads } from '../media/use-uploads.ts';
import { AddPicture, LinkPanel, PicturePanel } from './panels.tsx';
import * as styles from './rich-text.module.css';
import { directionOf, Tool, Tools } from './tools.tsx';
import { type Form, type Standing, Writer } from './writer.ts';

interface WrittenViewProps extends LanguageText {
  takesFocus: boolean;
  onSource: () => void;
}

const FORMS: Record<Form, [icon: LucideIcon, label: () => string, keys: string]> = {
  heading2: [Heading2, m.db_rich_heading, 'Ctrl+Shift+2'],
  heading3: [Heading3, m.db_rich_subheading, 'Ctrl+Shift+3'],
  bold: [Bold, m.db_rich_bold, 'Ctrl+B'],
  italic: [Italic, m.db_rich_italic, 'Ctrl+I'],
  bullets: [List, m.db_rich_bullets, 'Ctrl+Shift+8'],
  numbers: [ListOrdered, m.db_rich_numbers, 'Ctrl+Shift+7'],
  quote: [TextQuote, m.db_rich_quote, 'Ctrl+Shift+B'],
};
const NOWHERE: Standing = { forms: [], link: null, picture: null, undo: false, redo: false };
const nothing = () => () => undefined;

/** The text as it looks, in its own direction, under what forms it. */
export function WrittenView({ takesFocus, onSource, ...props }: WrittenViewProps) {
  const { control, language } = props;
  const frame = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [panel, setPanel] = useState<'link' | 'picture' | null>(null);
  /** The one that was sent last: what it shows is asked for at once. */
  const [added, setAdded] = useState('');
  const current = useRef<Writer>(null);
  const uploads = useUploads('/dashboard/api/text-pictures', async (answer, id) => {
    const { path: src, width, height } = answer as TextPicture;
    // Who writes meanwhile goes on: here, in a panel or in another field.
    const isChosen = !isWriting();
    current.current?.addPicture({ src, alt: '', width, height }, id, isChosen);
    if (isChosen) setAdded(src);
    setPanel((open) => (open === 'picture' ? null : open));
  });
  const send = (files: FileList, at?: number) => current.current?.keepPlace(uploads.queue.add(files), at);
  const isSending = uploads.list.some(({ state }) => state !== 'failed');
  useOnTheWay(isSending);
  const writer = useWriter(place, props, {
    onFiles: send,
    onLink: () => setPanel('link'),
    onToolbar: () => frame.current?.querySelector('button')?.focus(),
  });
  useEffect(() => {
    current.current = writer;
  });
  const standing = useSyncExternalStore(writer?.subscribe ?? nothing, writer?.standing ?? (() => NOWHERE));
  // Its panel was closed, or has what it asks for: who comes back to it with the arrows goes on through the text.
  if (added && standing.picture?.src !== added) setAdded('');
  useEffect(() => {
    if (takesFocus) writer?.focus();
  }, [takesFocus, writer]);
  useEffect(() => {
    const isEditable = !place.current?.closest('fieldset:disabled');
    const described = control['aria-describedby'];
    const attributes = {
      id: control.id,
      lang: language,
      dir: directionOf(language),
      'aria-multiline': 'true',
      'aria-labelledby': `${control.id}-label`,
      'aria-invalid': String(control['aria-invalid']),
      ...(described && { 'aria-describedby': described }),
      ...(!isEditable && { 'aria-readonly': 'true', tabindex: '0' }),
    };
    writer?.describe(attributes, isEditable);
  });
  /** One that the shop has already stands where the cursor was, and is asked what it shows. */
  const choose = ({ textPath: src, textWidth: width, textHeight: height }: ShopPicture) => {
    setPanel(null);
    writer?.addPicture({ src, alt: '', width, height }, src, true);
    setAdded(src);
  };
  const close = () => {
    setPanel(null);
    writer?.focus();
  };
  const toggled = (one: 'link' | 'picture') => setPanel(panel === one ? null : one);
  return (
    <div ref={frame} className={styles.rich}>
      <Tools language={language}>
        {(Object.keys(FORMS) as Form[]).map((form) => {
          const [icon, label, keys] = FORMS[form];
          return (
            <Tool
              key={form}
              icon={icon}
              label={label()}
              keys={keys}
              isPressed={standing.forms.includes(form)}
              isMirrored={form === 'bullets' || form === 'quote'}
              onPress={(isByHand) => writer?.step(form, isByHand)}
            />
          );
        })}
        <Tool
          icon={Link}
          label={m.db_rich_link()}
          keys="Ctrl+K"
          isPressed={panel === 'link' || standing.link !== null}
          onPress={() => toggled('link')}
        />
        <Tool
          icon={ImagePlus}
          label={m.db_rich_picture()}
          isPressed={panel === 'picture' || standing.picture !== null}
          onPress={() => toggled('picture')}
        />
        <Tool
          icon={Undo2}
          label={m.db_rich_undo()}
          keys="Ctrl+Z"
          isOff={!standing.undo}
          isMirrored
          onPress={(isByHand) => writer?.step('undo', isByHand)}
        />
        <Tool
          icon={Redo2}
          label={m.db_rich_redo()}
          keys="Ctrl+Y"
          isOff={!standing.redo}
          isMirrored
          onPress={(isByHand) => writer?.step('redo', isByHand)}
        />
        <Tool
          icon={CodeXml}
          label={m.db_rich_source()}
          isPressed={false}
          // It would leave the pictures behind that can still arrive.
          isOff={uploads.list.some(canArrive)}
          onPress={onSource}
        />
      </Tools>
      {panel === 'link' && (
        <LinkPanel
          href={standing.link}
          onClose={close}
          onLink={(href) => {
            setPanel(null);
            writer?.setLink(href);
          }}
        />
      )}
      {panel === 'picture' && !standing.picture && (
        <AddPicture onClose={close} onFiles={send} onChoose={choose} />
      )}
      {uploads.list.length > 0 && (
        <ul className={styles.uploads}>
          {uploads.list.map((upload) => (
            <UploadTile key={upload.id} upload={upload} queue={uploads.queue} />
          ))}
        </ul>
      )}
      <UploadsGuard uploads={uploads.list} />
      {standing.picture && (
        <PicturePanel
          key={standing.picture.src}
          takesFocus={standing.picture.src === added}
          picture={standing.picture}
          onDescribe={(alt) => writer?.describePicture(alt)}
          onRemove={() => writer?.removePicture()}
          onClose={close}
        />
      )}
      <div ref={place} className={styles.text} />
    </div>
  );
}

/** Whether somebody is typing, anywhere on the page. */
function isWriting(): boolean {
  const fields = 'input:not([type=file]), textarea, select, [contenteditable=true]';
  return document.activeElement?.matches(fields) ?? false;
}

interface Hears {
  onFiles: (files: FileList, at?: number) => void;
  onLink: () => void;
  onToolbar: () => void;
}

/** The writer of a text, from the first time that its place is there until it goes. */
function useWriter(
  place: RefObject<HTMLDivElement | null>,
  { value, onChange }: LanguageText,
  hears: Hears,
): Writer | null {
  const [writer, setWriter] = useState<Writer | null>(null);
  const latest = useRef({ value, onChange, ...hears });
  useEffect(() => {
    latest.current = { value, onChange, ...hears };
  });
  useEffect(() => {
    if (!place.current) return undefined;
    const made = new Writer({
      place: place.current,
      html: latest.current.value,
      onChange: (html) => latest.current.onChange(html),
      onFiles: (files, at) => latest.current.onFiles(files, at),
      onLink: () => latest.current.onLink(),
      onToolbar: () => latest.current.onToolbar(),
    });
    setWriter(made);
    return () => {
      setWriter(null);
      made.destroy();
    };
  }, [place]);
  useEffect(() => writer?.show(value), [writer, value]);
  return writer;
}
