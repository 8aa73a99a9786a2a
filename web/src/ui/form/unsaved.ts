/** What would be lost with the page: asked also where no link is followed, as before signing out. */
import { useEffect } from 'react';
import { standing } from '@/lib/standing.ts';

const here = standing();
export const isUnsaved = here.isAny;

/** Held by every tab that would lose something: the browser lets go of it with the tab. */
const LOCK = 'unsaved';

/** A hook: something would be lost while it is so. */
export function useUnsaved(isSo: boolean): void {
  here.useWhile(isSo);
  useEffect(() => (isSo ? held() : undefined), [isSo]);
}

/** Whether any tab of this browser would lose something; where tabs can't tell each other, this one alone. */
export async function isUnsavedAnywhere(): Promise<boolean> {
  if (isUnsaved()) return true;
  const locks = await locksOf()?.query();
  return locks?.held?.some(({ name }) => name === LOCK) ?? false;
}

function held(): () => void {
  let release = () => {};
  const over = new Promise<void>((resolve) => {
    release = resolve;
  });
  locksOf()
    ?.request(LOCK, { mode: 'shared' }, () => over)
    .catch(() => undefined); // Tabs can't tell each other, then.
  return release;
}

/** There are none outside a secure context. */
function locksOf(): LockManager | undefined {
  return (navigator as Partial<Pick<Navigator, 'locks'>>).locks;
}
