/** Pictures of texts that are not in their text yet: what is saved before would be saved without them. */
import { useEffect } from 'react';

let texts = 0;

export function isPictureOnTheWay(): boolean {
  return texts > 0;
}

/** While it is so, a text of the page waits for a picture. */
export function useOnTheWay(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return undefined;
    texts += 1;
    return () => {
      texts -= 1;
    };
  }, [isSending]);
}
