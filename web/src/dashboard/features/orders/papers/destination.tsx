import type { PaperOrder } from '../../../data/types.ts';
import { CommuneName, WilayaName } from '../wilaya-name.tsx';

/** `Kouba · 16 Alger`, in the page's language. */
export function Destination({ order }: { order: PaperOrder }) {
  return (
    <>
      <CommuneName id={order.communeId} name={order.commune} /> · <NumberedWilaya order={order} />
    </>
  );
}

/** `16 Alger`: transporters sort by the number. */
export function NumberedWilaya({ order }: { order: PaperOrder }) {
  return (
    <>
      <bdi className="ltr">{order.wilayaId}</bdi> <WilayaName id={order.wilayaId} name={order.wilaya} />
    </>
  );
}
