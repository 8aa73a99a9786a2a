import { Upload } from 'lucide-react';
import { type DragEvent, type RefObject, useRef, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '../rich/button.module.css';
import type { ControlProps } from './field.tsx';
import * as styles from './file-input.module.css';

interface FileInputProps {
  control: ControlProps;
  /** What the browser offers: `image/png`, `.csv`. Others may be chosen nevertheless. */
  accept: readonly string[];
  /** What may be chosen, in words. */
  allowed: string;
  /** How much of it is sent, from 0 to 1; absent while nothing is. */
  progress?: number;
  /** The control itself, to give it the focus. */
  input?: RefObject<HTMLInputElement | null>;
  onFile: (file: File) => void;
}

/** One file, chosen or dropped; the words are ours, not the browser's. */
export function FileInput({ control, accept, allowed, progress, input, onFile }: FileInputProps) {
  const own = useRef<HTMLInputElement>(null);
  const place = input ?? own;
  const [isOver, setOver] = useState(false);
  const hover = (event: DragEvent, isHovering: boolean) => {
    event.preventDefault();
    setOver(isHovering && !place.current?.matches(':disabled'));
  };
  const drop = (event: DragEvent) => {
    hover(event, false);
    const [file] = event.dataTransfer.files;
    if (file && !place.current?.matches(':disabled')) onFile(file);
  };
  const isSending = progress !== undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the control is the one for all.
    <div
      className={styles.fileInput}
      data-over={isOver || undefined}
      onDragOver={(event) => hover(event, true)}
      onDragLeave={(event) => hover(event, false)}
      onDrop={drop}
    >
      <input
        {...control}
        ref={place}
        type="file"
        className="visually-hidden"
        accept={accept.join()}
        disabled={isSending}
        aria-describedby={[control['aria-describedby'], `${control.id}-allowed`].filter(Boolean).join(' ')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      <label className={buttonStyles.button} htmlFor={control.id}>
        <Upload className="icon" aria-hidden />
        {m.db_file_choose()}
      </label>
      <span className="small muted">
        <span className="wide-only">{m.db_file_drop()} · </span>
        <span id={`${control.id}-allowed`}>{allowed}</span>
      </span>
      {isSending && (
        <progress
          value={progress}
          aria-label={m.db_file_progress({ percent: count(Math.round(progress * 100)) })}
        />
      )}
    </div>
  );
}
