import type { CSSProperties } from 'react';
import { isOffThePath, statusColour, statusWord } from '../order-status.ts';
import * as statusStyles from './status.module.css';

/** A dot and a word, the same everywhere. */
export function StatusLabel({ status, lead = false }: { status: string; lead?: boolean }) {
  const [word, colour] = [statusWord(status), statusColour(status)];
  return <StatusMark status={status} word={word} colour={colour} isRing={isOffThePath(status)} lead={lead} />;
}

interface StatusMarkProps {
  status: string;
  word: string;
  colour: string;
  /** It is off the path and waits for someone. */
  isRing: boolean;
  lead?: boolean;
}

/** The same of whatever has a status. */
export function StatusMark({ status, word, colour, isRing, lead = false }: StatusMarkProps) {
  return (
    <span
      className={lead ? `${statusStyles.status} ${statusStyles.lead}` : statusStyles.status}
      data-status={status}
      data-ring={isRing || undefined}
      style={{ '--c': colour } as CSSProperties}
    >
      {word}
    </span>
  );
}
