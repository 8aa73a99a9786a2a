/** Whether a product's pictures stand over the whole screen: an entry of the history, so that Back closes them and stays on the page. */
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    viewer?: boolean;
  }
}

export function useViewer() {
  const isOpen = useLocation({ select: ({ state }) => state.viewer === true });
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  const navigate = useNavigate();
  const { history } = useRouter();
  const isLeaving = useRef(false);
  const openedHere = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was left is closed by now, or opened anew.
  useEffect(() => {
    isLeaving.current = false;
  }, [isOpen]);
  return {
    isOpen,
    wasOpened,
    open: () => {
      openedHere.current = true;
      void navigate({ to: '.', search: true, state: { viewer: true }, resetScroll: false });
    },
    /** Once: another step back would leave the page. */
    close: () => {
      if (!isOpen || isLeaving.current) return;
      isLeaving.current = true;
      // A tab that was restored may have nothing but this entry to go back from.
      if (openedHere.current || window.history.length > 1) history.back();
      else void navigate({ to: '.', search: true, state: {}, replace: true, resetScroll: false });
    },
  };
}
