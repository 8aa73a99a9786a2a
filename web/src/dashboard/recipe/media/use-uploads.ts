import { useEffect, useState, useSyncExternalStore } from 'react';
import { fileMistake } from './pictures.ts';
import { sendFile } from './send-file.ts';
import { type Upload, UploadQueue } from './upload-queue.ts';

export interface Uploads {
  list: readonly Upload[];
  queue: Pick<UploadQueue, 'add' | 'retry' | 'replace' | 'remove'>;
}

/** Pictures on their way to an address; `onSent` hears what the shop answered to each, by its id. Leaving the page gives them up. */
export function useUploads(path: string, onSent: (answer: unknown, id: string) => Promise<void>): Uploads {
  const [queue] = useState(
    () =>
      new UploadQueue({
        send: async (file, sending, id) => onSent(await sendFile(path, file, sending), id),
        check: fileMistake,
      }),
  );
  useEffect(() => () => queue.stop(), [queue]);
  return { list: useSyncExternalStore(queue.subscribe, queue.uploads), queue };
}
