import { useEffect, useState } from 'react';

interface Saves {
  isSaving: boolean;
  /** Nothing is to be sent after what is under way: it was refused, or the form is another thing's by now. */
  isOver: boolean;
  isChanged: boolean;
  saveNow: () => Promise<boolean>;
}

/**
 * Saves at once, or once the save that is under way has ended: then what was typed meanwhile, if anything was. Whether all
 * of it is saved.
 */
export function useSaveInTurn({ isSaving, isOver, isChanged, saveNow }: Saves): () => Promise<boolean> {
  const later = useLater(isSaving, async () => !isOver && (!isChanged || saveNow()));
  return () => (isSaving ? later() : saveNow());
}

/** Does it once what is under way has ended, on what that left. */
function useLater(isUnderWay: boolean, work: () => Promise<boolean>): () => Promise<boolean> {
  const [waiting, setWaiting] = useState<readonly ((done: Promise<boolean>) => void)[]>([]);
  useEffect(() => {
    if (isUnderWay || waiting.length === 0) return;
    setWaiting([]);
    const done = work();
    for (const tell of waiting) tell(done);
  });
  return () => new Promise((tell) => setWaiting((before) => [...before, tell]));
}
