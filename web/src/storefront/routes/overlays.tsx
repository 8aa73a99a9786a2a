/** What opens over a page: the cart and the choice of a combination. Fetched when first needed, not before. */
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { lazyPart } from '@/lib/lazy-part.ts';
import { Button } from '@/ui/native/button.tsx';
import { PartBoundary } from '../parts/part-boundary.tsx';
import { ADD_TO_CART, type CombinationRequest, SHOW_COMBINATION_MODAL } from '../state/cart-store.ts';

const CartDrawer = lazyPart(async () => (await import('../features/cart/cart-drawer.tsx')).CartDrawer);
const OptionModal = lazyPart(async () => (await import('../features/cart/option-modal.tsx')).OptionModal);

interface OverlaysProps {
  readonly cartOpen: boolean;
  readonly onCart: (open: boolean) => void;
}

export function Overlays({ cartOpen, onCart }: OverlaysProps) {
  const [cartNeeded, setCartNeeded] = useState(false);
  const [request, setRequest] = useState<CombinationRequest>();
  const [optionsNeeded, setOptionsNeeded] = useState(false);
  if (cartOpen && !cartNeeded) setCartNeeded(true);
  if (request && !optionsNeeded) setOptionsNeeded(true);
  useEffect(() => {
    const onAdded = () => onCart(true);
    const onRequest = (event: Event) => setRequest((event as CustomEvent<CombinationRequest>).detail);
    window.addEventListener(ADD_TO_CART, onAdded);
    window.addEventListener(SHOW_COMBINATION_MODAL, onRequest);
    return () => {
      window.removeEventListener(ADD_TO_CART, onAdded);
      window.removeEventListener(SHOW_COMBINATION_MODAL, onRequest);
    };
  }, [onCart]);
  return (
    <>
      <Overlay isOpen={cartOpen}>
        {cartNeeded && <CartDrawer open={cartOpen} onClose={() => onCart(false)} />}
      </Overlay>
      <Overlay isOpen={request !== undefined}>
        {optionsNeeded && <OptionModal request={request} onClose={() => setRequest(undefined)} />}
      </Overlay>
    </>
  );
}

/** One that does not load says so while it is wanted, and leaves the page under it as it is. */
function Overlay({ isOpen, children }: { readonly isOpen: boolean; readonly children: ReactNode }) {
  const instead = (retry: () => void) =>
    isOpen && (
      <div className="toast-line" role="alert">
        {m.common_error_offline()}
        <Button onClick={retry}>{m.common_retry()}</Button>
      </div>
    );
  return (
    <PartBoundary instead={instead}>
      <Suspense>{children}</Suspense>
    </PartBoundary>
  );
}
