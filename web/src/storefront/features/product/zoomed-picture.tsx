/** One picture of the viewer, as large as fits or larger; what is under the fingers or the pointer stays there while it grows. */
import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ImageSize } from '@/api/types.ts';
import { Picture } from '../../parts/picture.tsx';
import * as styles from './viewer.module.css';

/** How much larger a click, a double tap or the button makes it, and two fingers at most. */
export const ENLARGED = 2.5;
const LARGEST = 4;
/** Milliseconds between the taps of a double one. */
const DOUBLE_TAP_MS = 300;

interface ZoomedPictureProps {
  readonly image: ImageSize | undefined;
  readonly alt: string;
  /** 1: as large as fits. */
  readonly scale: number;
  readonly onScale: (scale: number) => void;
}

/** A place of the picture: 0 to 1 of its width and height. */
interface Place {
  readonly ofWidth: number;
  readonly ofHeight: number;
}
/** And where on the screen it stands. */
interface Held extends Place {
  readonly x: number;
  readonly y: number;
}
const MIDDLE: Place = { ofWidth: 0.5, ofHeight: 0.5 };

export function ZoomedPicture({ image, alt, scale, onScale }: ZoomedPictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const held = useRef<Held>(undefined);
  const pinched = useRef<{ apart: number; scale: number }>(undefined);
  const tapped = useRef({ at: 0, byMouse: false });
  // Once it is enlarged it is fetched in its largest width, and keeps that.
  const [wasEnlarged, setEnlarged] = useState(false);
  if (scale > 1 && !wasEnlarged) setEnlarged(true);

  useLayoutEffect(() => {
    const room = box.current;
    if (!room || !image) return;
    enlarge(room, image, scale, held.current ?? inTheMiddle(room, MIDDLE));
    held.current = undefined;
  }, [scale, image]);
  const onScroll = useMiddleKept(box, (room, middle) => image && enlarge(room, image, scale, middle));

  const zoom = (to: number, x: number, y: number) => {
    const picture = box.current?.querySelector('img');
    if (!box.current || !picture || !image) return;
    const { left, top, width, height } = picture.getBoundingClientRect();
    // At first the picture's box is the screen's, and larger than what it shows.
    const shown = scale > 1 ? { width, height } : fitted(box.current, image);
    const ofWidth = (x - left - (width - shown.width) / 2) / shown.width;
    const ofHeight = (y - top - (height - shown.height) / 2) / shown.height;
    held.current = { x, y, ofWidth: within(ofWidth, 0, 1), ofHeight: within(ofHeight, 0, 1) };
    onScale(within(to, 1, LARGEST));
  };

  const onClick = ({ timeStamp, detail, clientX, clientY }: MouseEvent) => {
    const { at, byMouse } = tapped.current;
    tapped.current.at = timeStamp;
    // The second click of a double one would undo the first.
    const isMeant = byMouse ? detail < 2 : timeStamp - at < DOUBLE_TAP_MS;
    if (isMeant) zoom(scale > 1 ? 1 : ENLARGED, clientX, clientY);
  };
  const onPointerMove = ({ pointerType, clientX, clientY }: PointerEvent) => {
    if (!box.current || scale === 1 || pointerType !== 'mouse') return;
    const { left, top, width, height } = box.current.getBoundingClientRect();
    box.current.scrollLeft = ((clientX - left) / width) * (box.current.scrollWidth - width);
    box.current.scrollTop = ((clientY - top) / height) * (box.current.scrollHeight - height);
  };
  const pinch = (event: TouchEvent) => {
    const fingers = twoFingers(event);
    if (!fingers) return;
    event.preventDefault();
    pinched.current ??= { apart: fingers.apart, scale };
    zoom((pinched.current.scale * fingers.apart) / pinched.current.apart, fingers.x, fingers.y);
  };
  const latestPinch = useRef(pinch);
  useEffect(() => {
    latestPinch.current = pinch;
  });
  useEffect(() => {
    const room = box.current;
    const onTouchMove = (event: TouchEvent) => latestPinch.current(event);
    // A passive one, as the view library may set it, could not keep the browser from zooming the page as well.
    room?.addEventListener('touchmove', onTouchMove, { passive: false });
    return () => room?.removeEventListener('touchmove', onTouchMove);
  }, []);
  const letGo = () => {
    pinched.current = undefined;
  };
  return (
    // Its places are counted from the left in both directions.
    // biome-ignore lint/a11y/noStaticElementInteractions: the viewer's button and keys do the same.
    // biome-ignore lint/a11y/useKeyWithClickEvents: likewise.
    <div
      ref={box}
      className={styles.one}
      dir="ltr"
      data-enlarged={scale > 1 || undefined}
      onPointerDown={({ pointerType }) => {
        tapped.current.byMouse = pointerType === 'mouse';
      }}
      onClick={onClick}
      onPointerMove={onPointerMove}
      onScroll={onScroll}
      onTouchEnd={letGo}
      onTouchCancel={letGo}
    >
      <Picture image={image} slot={wasEnlarged ? 'enlarged' : 'screen'} alt={alt} />
    </div>
  );
}

/** How large the room was, and which place of the picture was in the middle of it. */
interface Seen {
  readonly wide: number;
  readonly high: number;
  readonly middle: Place;
}

function isAsSeen({ clientWidth, clientHeight }: Element, { wide, high }: Seen): boolean {
  return clientWidth === wide && clientHeight === high;
}

/** A telephone that is turned has other room for the picture: what was in the middle of it stays there. It is told of each scroll. */
function useMiddleKept(
  box: RefObject<HTMLElement | null>,
  fitAnew: (room: HTMLElement, middle: Held) => void,
): () => void {
  const latest = useRef(fitAnew);
  useEffect(() => {
    latest.current = fitAnew;
  });
  const seen = useRef<Seen>({ wide: 0, high: 0, middle: MIDDLE });
  useEffect(() => {
    const room = box.current;
    if (!room) return;
    const turned = new ResizeObserver(() => {
      // It always tells once how large the room is from the start.
      const isTurned = seen.current.wide > 0 && !isAsSeen(room, seen.current);
      seen.current = { ...seen.current, wide: room.clientWidth, high: room.clientHeight };
      if (isTurned) latest.current(room, inTheMiddle(room, seen.current.middle));
    });
    turned.observe(room);
    return () => turned.disconnect();
  }, [box]);
  return () => {
    const room = box.current;
    const picture = room?.querySelector('img');
    // In other room it is scrolled by the browser, before the picture fits there.
    if (!room || !picture || !isAsSeen(room, seen.current)) return;
    const { left, top, width, height } = picture.getBoundingClientRect();
    const { x, y } = inTheMiddle(room, MIDDLE);
    const middle = { ofWidth: (x - left) / width, ofHeight: (y - top) / height };
    seen.current = { ...seen.current, middle };
  };
}

/** Makes the picture so large that what is held stays where it is. */
function enlarge(
  room: HTMLElement,
  image: ImageSize,
  scale: number,
  { x, y, ofWidth, ofHeight }: Held,
): void {
  const picture = room.querySelector('img');
  if (!picture) return;
  const { width, height } = fitted(room, image);
  picture.style.inlineSize = scale > 1 ? `${width * scale}px` : '';
  picture.style.blockSize = scale > 1 ? `${height * scale}px` : '';
  const { left, top, width: wide, height: high } = picture.getBoundingClientRect();
  room.scrollLeft += left + ofWidth * wide - x;
  room.scrollTop += top + ofHeight * high - y;
}

/** As large as the picture is in its box when the whole of it is seen. */
function fitted({ clientWidth, clientHeight }: Element, { width, height }: ImageSize) {
  const fits = Math.min(clientWidth / width, clientHeight / height);
  return { width: width * fits, height: height * fits };
}

function inTheMiddle(room: Element, place: Place): Held {
  const { left, top, width, height } = room.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, ...place };
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function twoFingers({ touches }: TouchEvent) {
  const [one, two] = [touches[0], touches[1]];
  if (!one || !two) return undefined;
  return {
    apart: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY),
    x: (one.clientX + two.clientX) / 2,
    y: (one.clientY + two.clientY) / 2,
  };
}
