/** What opens over a page: the cart and the choice of a combination. Fetched when first needed, not before. */
import { useEffect, useState } from 'react';
import { lazyPart } from '@/lib/lazy-part.ts';
import { Overlay } from '../parts/overlay.tsx';
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
      <Overlay isOpen={cartOpen} onClose={() => onCart(false)}>
        {cartNeeded && <CartDrawer open={cartOpen} onClose={() => onCart(false)} />}
      </Overlay>
      <Overlay isOpen={request !== undefined} onClose={() => setRequest(undefined)}>
        {optionsNeeded && <OptionModal request={request} onClose={() => setRequest(undefined)} />}
      </Overlay>
    </>
  );
}
