import { m } from '@/i18n/paraglide.gen/messages.js';
import { UnsavedGuard } from '@/ui/form/unsaved-guard.tsx';
import { canArrive, type Upload } from './upload-queue.ts';

/** Asks before pictures are left that have not arrived and still can. */
export function UploadsGuard({ uploads }: { uploads: readonly Upload[] }) {
  const isUnderWay = uploads.some(({ state }) => state !== 'failed');
  return (
    <UnsavedGuard
      isDirty={uploads.some(canArrive)}
      lost={isUnderWay ? m.db_pictures_under_way() : m.db_pictures_failed()}
    />
  );
}
