import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ImageSize } from '@/api/types.ts';
import { startLocale } from '@/i18n/locale.ts';
import { Viewer } from './viewer.tsx';

const pictures = ['a', 'b', 'c'].map((id) => ({
  id,
  alt: id,
  size: {
    name: 'PRODUCT_PAGE_LARGE',
    displayUrl: `/media/${id}.jpg`,
    webpSrcset: `/media/${id}-320.webp 320w, /media/${id}-1080.webp 1080w`,
    width: 10,
    height: 10,
  } as ImageSize,
}));

/** The pictures that the strip was sent to. */
let led: (string | null)[];

beforeEach(() => {
  led = [];
  HTMLElement.prototype.scrollIntoView = function scrollIntoView(this: HTMLElement) {
    led.push(this.querySelector('img')?.getAttribute('alt') ?? null);
  };
  window.matchMedia ??= () => ({ matches: true }) as MediaQueryList;
});

function show(current: number, onClose = vi.fn()) {
  const viewer = (isOpen: boolean) => (
    <Viewer isOpen={isOpen} onClose={onClose} pictures={pictures} current={current} onShow={() => {}} />
  );
  return { ...render(viewer(true)), onClose, viewer };
}

const enlarge = () => screen.getByRole('button', { name: 'Agrandir la photo' });
const widthOf = (name: string) => screen.getByRole('img', { name }).getAttribute('sizes');

it('opens at the picture that was seen, and is led on by the arrow keys of its direction', async () => {
  show(1);
  expect(led).toEqual(['b']);
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}');
  expect(led).toEqual(['b', 'c', 'a']);
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  expect(led, 'Alt and an arrow are the browser’s').toHaveLength(3);
});

it('is led the other way in Arabic', async () => {
  startLocale('ar');
  document.documentElement.dir = 'rtl';
  document.documentElement.style.direction = 'rtl';
  show(1);
  await userEvent.keyboard('{ArrowRight}');
  expect(led).toEqual(['b', 'a']);
  document.documentElement.dir = '';
  document.documentElement.style.direction = '';
});

it('fetches the largest file of the picture that is enlarged, and of no other', async () => {
  show(1);
  expect([widthOf('a'), widthOf('b')]).toEqual(['100vw', '100vw']);
  await userEvent.click(enlarge());
  expect(enlarge()).toHaveAttribute('aria-pressed', 'true');
  expect([widthOf('a'), widthOf('b')]).toEqual(['100vw', '250vw']);
  await userEvent.click(enlarge());
  expect(enlarge()).toHaveAttribute('aria-pressed', 'false');
});

const isEnlarged = () => enlarge().getAttribute('aria-pressed') === 'true';

it('is enlarged by a click', () => {
  show(0);
  const picture = screen.getByRole('img', { name: 'a' });
  fireEvent.pointerDown(picture, { pointerType: 'mouse' });
  fireEvent.click(picture, { detail: 1 });
  expect(isEnlarged()).toBe(true);
  fireEvent.click(picture, { detail: 2 });
  expect(isEnlarged(), 'a double click is one').toBe(true);
  fireEvent.click(picture, { detail: 1 });
  expect(isEnlarged()).toBe(false);
});

it('is enlarged by a double tap and not by one', () => {
  show(0);
  const picture = screen.getByRole('img', { name: 'a' });
  fireEvent.pointerDown(picture, { pointerType: 'touch' });
  fireEvent.click(picture);
  expect(isEnlarged()).toBe(false);
  fireEvent.click(picture);
  expect(isEnlarged()).toBe(true);
});

/** Where two fingers are, so far apart. */
const fingers = (apart: number) => ({
  touches: [
    { clientX: 100, clientY: 100 },
    { clientX: 100 + apart, clientY: 100 },
  ] as unknown as Touch[],
});

function pinch(picture: HTMLElement, apart: number): boolean {
  const move = createEvent.touchMove(picture, fingers(apart));
  fireEvent(picture, move);
  return move.defaultPrevented;
}

it('is enlarged by two fingers, and keeps the browser from enlarging the page', () => {
  const listened = vi.spyOn(HTMLElement.prototype, 'addEventListener');
  show(0);
  expect(listened).toHaveBeenCalledWith('touchmove', expect.any(Function), { passive: false });
  const picture = screen.getByRole('img', { name: 'a' });
  expect(pinch(picture, 100)).toBe(true);
  expect(isEnlarged(), 'where they begin it is as it was').toBe(false);
  pinch(picture, 200);
  expect(isEnlarged()).toBe(true);
  pinch(picture, 100);
  expect(isEnlarged()).toBe(false);
});

it.each(['touchEnd', 'touchCancel'] as const)('begins anew after a %s', (end) => {
  show(0);
  const picture = screen.getByRole('img', { name: 'a' });
  pinch(picture, 100);
  fireEvent[end](picture);
  // So far apart from the beginning, they ask for nothing yet.
  pinch(picture, 300);
  expect(isEnlarged()).toBe(false);
});

it('says which picture is seen, and is as it was when it opens again', async () => {
  const { rerender, viewer } = show(2);
  expect(screen.getByRole('dialog', { name: 'Photos' })).toHaveTextContent('3 / 3');
  expect(screen.getByRole('status')).toHaveTextContent('Photo 3');
  expect(screen.queryByRole('button', { name: 'Suivant' })).toBeNull();
  await userEvent.click(enlarge());
  rerender(viewer(false));
  rerender(viewer(true));
  expect(enlarge()).toHaveAttribute('aria-pressed', 'false');
});

/** A room of this size, whose picture is as large as it was made and stands where the room is scrolled to. */
function laidOut() {
  const room = { width: 300, height: 300 };
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(() => room.width);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(() => room.height);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    if (!(this instanceof HTMLImageElement)) return new DOMRect(0, 0, room.width, room.height);
    const { scrollLeft = 0, scrollTop = 0 } = this.closest('[dir=ltr]') ?? {};
    const { inlineSize, blockSize } = this.style;
    const [wide, high] = [Number.parseFloat(inlineSize), Number.parseFloat(blockSize)];
    return new DOMRect(-scrollLeft, -scrollTop, wide || room.width, high || room.height);
  });
  return room;
}

it('keeps what was clicked under the pointer, and what is in the middle when the telephone is turned', async () => {
  const room = laidOut();
  const tellAll: (() => void)[] = [];
  const Stub = globalThis.ResizeObserver;
  vi.stubGlobal(
    'ResizeObserver',
    class extends Stub {
      constructor(tell: ResizeObserverCallback) {
        super(tell);
        tellAll.push(() => tell([], this));
      }
    },
  );
  show(0);
  const picture = screen.getByRole('img', { name: 'a' });
  const box = picture.closest('[dir=ltr]') as HTMLElement;
  const scrolled = () => [box.scrollLeft, box.scrollTop];
  fireEvent.pointerDown(picture, { pointerType: 'mouse' });
  fireEvent.click(picture, { detail: 1, clientX: 60, clientY: 90 });
  await waitFor(() => expect(isEnlarged()).toBe(true));
  expect(scrolled()).toEqual([90, 135]);
  await Promise.resolve();
  for (const tell of tellAll) tell();
  expect(scrolled(), 'after its size was told').toEqual([90, 135]);
  fireEvent.scroll(box);
  room.width = 200;
  for (const tell of tellAll) tell();
  expect(scrolled()).toEqual([60, 40]);
  vi.unstubAllGlobals();
});
