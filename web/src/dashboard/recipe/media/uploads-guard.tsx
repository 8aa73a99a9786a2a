import { m } from '@/i18n/paraglide.gen/messages.js';
import { UnsavedGuard } from '@/ui/form/unsaved-guard.tsx';
import { usePictureLeft } from './on-the-way.ts';
import { canArrive, type Upload } from './upload-queue.ts';

/** Asks before pictures are left that have not arrived and still can. */
export function UploadsGuard({ uploads }: { uploads: readonly Upload[] }) {
  const isUnderWay = uploads.some(({ state }) => state !== 'failed');
  const isLeft = uploads.some(canArrive);
  usePictureLeft(isLeft);
  return (
    <UnsavedGuard isDirty={isLeft} lost={isUnderWay ? m.db_pictures_under_way() : m.db_pictures_failed()} />
  );
}
