import { StatusMark } from '../../parts/status-label.tsx';
import { statusColour, statusWord } from './status.ts';

/** Off the path is what arrived in part. */
export function ExpeditionStatus({ status }: { status: string }) {
  const isRing = status === 'partially_recieved';
  return (
    <StatusMark status={status} word={statusWord(status)} colour={statusColour(status)} isRing={isRing} />
  );
}
