import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { errorMessage } from '../../data/messages.ts';
import { shrunk } from './pictures.ts';
import type { Mistake, Upload, UploadQueue } from './upload-queue.ts';
import * as styles from './upload-tile.module.css';

interface UploadTileProps {
  upload: Upload;
  queue: Pick<UploadQueue, 'retry' | 'replace' | 'remove'>;
}

/** A picture on its way: how far it is, or why it did not arrive and what can be done. */
export function UploadTile({ upload, queue }: UploadTileProps) {
  const { id, file, state, progress, mistake } = upload;
  const percent = count(Math.round(progress * 100));
  return (
    <li className={styles.uploadTile} data-state={state}>
      {mistake && <TriangleAlert className="icon" aria-hidden />}
      <bdi className="clip">{file.name}</bdi>
      {mistake ? (
        <span role="alert">{mistakeText(mistake)}</span>
      ) : (
        <>
          <progress value={progress} aria-label={m.db_picture_progress({ name: file.name })} />
          <span className="num">{percent} %</span>
        </>
      )}
      <span className={styles.acts}>
        {mistake === 'size' && <Shrink file={file} onShrunk={(smaller) => queue.replace(id, smaller)} />}
        {mistake instanceof Error && (
          <button type="button" className={buttonStyles.button} onClick={() => queue.retry(id)}>
            {m.db_retry()}
          </button>
        )}
        <button type="button" className={buttonStyles.button} onClick={() => queue.remove(id)}>
          {m.db_cancel()}
        </button>
      </span>
    </li>
  );
}

function Shrink({ file, onShrunk }: { file: File; onShrunk: (smaller: File) => void }) {
  const [state, setState] = useState<'asked' | 'working' | 'unreadable'>('asked');
  const shrink = async () => {
    setState('working');
    const smaller = await shrunk(file).catch(() => null);
    if (smaller) onShrunk(smaller);
    else setState('unreadable');
  };
  if (state === 'unreadable') return <span role="alert">{m.db_rule_picture()}</span>;
  return (
    <button
      type="button"
      className={buttonStyles.button}
      disabled={state === 'working'}
      onClick={() => void shrink()}
    >
      {m.db_picture_shrink()}
    </button>
  );
}

function mistakeText(mistake: Mistake): string {
  if (mistake === 'type') return m.db_picture_type();
  if (mistake === 'size') return m.db_picture_size();
  return errorMessage(mistake);
}
