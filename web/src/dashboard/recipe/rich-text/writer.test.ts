import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Writer } from './writer.ts';

const told = vi.fn<(html: string) => void>();
const onFiles = vi.fn<(files: FileList, at?: number) => void>();
const onLink = vi.fn();
const onToolbar = vi.fn();
const picture = (name: string) => ({ src: `/media/${name}.webp`, alt: '', width: 1, height: 1 });

function write(html: string) {
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  const writer = new Writer({ place, html, onChange: told, onFiles, onLink, onToolbar });
  const text = place.querySelector<HTMLElement>('[contenteditable]');
  if (!text) throw new Error('no text');
  return { writer, text };
}

function paste(text: HTMLElement, words: string) {
  const getData = (type: string) => (type === 'text/plain' ? words : '');
  fireEvent.paste(text, { clipboardData: { types: ['text/plain'], files: [], getData } });
}

const images = () => told.mock.lastCall?.[0].replace(/<img src="\/media\/(\w+)\.webp"[^>]*>/g, '[$1]');

beforeEach(() => vi.clearAllMocks());

it('writes on behind a picture whose panel was closed', () => {
  const { writer, text } = write('<p>Un</p>');
  writer.keepPlace(['a'], 3);
  writer.addPicture(picture('a'), 'a', true);
  expect(writer.standing().picture?.src).toBe('/media/a.webp');
  writer.focus();
  expect(writer.standing().picture).toBeNull();
  paste(text, ' mot');
  expect(images()).toBe('<p>Un[a] mot</p>');
});

it('puts pictures where they were given, in their order, while one writes on', () => {
  const { writer, text } = write('<p>Un</p><p>Deux</p>');
  writer.keepPlace(['a', 'b'], 3);
  writer.keepPlace(['c'], 7);
  writer.keepPlace(['d'], 3);
  paste(text, 'Avant ');
  writer.addPicture(picture('a'), 'a', false);
  writer.addPicture(picture('c'), 'c', false);
  writer.addPicture(picture('b'), 'b', false);
  expect(writer.standing().picture).toBeNull();
  paste(text, 'et ');
  expect(images()).toBe('<p>Avant et Un[a][b]</p><p>De[c]ux</p>');
});

/** Drops a picture in the middle of the second line, as browsers do: with a file. */
function drop(text: HTMLElement, data: Record<string, string> = {}) {
  const second = text.querySelectorAll('p')[1]?.firstChild;
  if (!second) throw new Error('no second line');
  Object.assign(document, {
    caretPositionFromPoint: () => ({ offsetNode: second, offset: 2 }),
    elementFromPoint: () => second.parentElement,
  });
  const files = [new File(['x'], 'a.png', { type: 'image/png' })];
  const getData = (type: string) => data[type] ?? '';
  fireEvent.drop(text, { dataTransfer: { files, types: ['Files', ...Object.keys(data)], getData } });
}

it('gives what is dropped with its place', () => {
  const { text } = write('<p>Un</p><p>Deux</p>');
  drop(text);
  expect(onFiles.mock.lastCall?.[1]).toBe(7);
});

it('moves a picture within the text, and sends it no second time', () => {
  const { text } = write('<p>Un<img src="/media/a.webp"></p><p>Deux</p>');
  const moved = text.querySelector('img[src]');
  if (!moved) throw new Error('no picture');
  const data: Record<string, string> = {};
  const setData = (type: string, value: string) => {
    data[type] = value;
  };
  fireEvent.dragStart(moved, { dataTransfer: { files: [], setData, clearData: () => undefined } });
  drop(text, data);
  expect(onFiles).not.toHaveBeenCalled();
  expect(images()).toBe('<p>Un</p><p>De[a]ux</p>');
});

it.each([
  ['another text', '<img src="/media/a.webp" alt="">'],
  ['a page of the shop', `<img src="${location.origin}/media/a.webp">`],
])('takes a picture from %s as it is', (_, html) => {
  const { text } = write('<p>Un</p><p>Deux</p>');
  drop(text, { 'text/html': html });
  expect(onFiles).not.toHaveBeenCalled();
  expect(images()).toBe('<p>Un</p><p>De[a]ux</p>');
});

it('sends a picture that comes from another site', () => {
  const { text } = write('<p>Un</p><p>Deux</p>');
  drop(text, { 'text/html': '<img src="https://e.example/media/a.webp">' });
  expect(onFiles).toHaveBeenCalledOnce();
});

it.each([
  [{ key: 'é', code: 'Digit2', ctrlKey: true, shiftKey: true }, '<h2>Un</h2>'],
  [{ key: '#', code: 'Digit3', metaKey: true, shiftKey: true }, '<h3>Un</h3>'],
])('makes a heading by the place of its key', (press, html) => {
  const { text } = write('<p>Un</p>');
  fireEvent.keyDown(text, press);
  expect(told).toHaveBeenLastCalledWith(html);
});

it('leaves AltGr to the keyboard, and finds K on an Arabic one', () => {
  const { text } = write('<p>Un</p>');
  expect(
    fireEvent.keyDown(text, { key: '~', code: 'Digit2', keyCode: 50, ctrlKey: true, altKey: true }),
  ).toBe(true);
  expect(told).not.toHaveBeenCalled();
  fireEvent.keyDown(text, { key: 'ن', code: 'KeyK', ctrlKey: true });
  expect(onLink).toHaveBeenCalledOnce();
});

it('stays as it is when the page shows what was written before the last letters', () => {
  const { writer, text } = write('<p>Un</p>');
  writer.keepPlace(['a'], 3);
  paste(text, 'A');
  const [first] = told.mock.lastCall ?? [];
  paste(text, 'B');
  const [second] = told.mock.lastCall ?? [];
  writer.show(first ?? '');
  expect(text).toHaveTextContent('ABUn');
  writer.show(second ?? '');
  writer.addPicture(picture('a'), 'a', false);
  expect(images()).toBe('<p>ABUn[a]</p>');
});

it('shows an earlier text that comes from elsewhere', () => {
  const { writer, text } = write('<p>Un</p>');
  for (const letter of ['A', 'B']) {
    paste(text, letter);
    writer.show(told.mock.lastCall?.[0] ?? '');
  }
  writer.show('<p>AUn</p>');
  expect(text).toHaveTextContent(/^AUn$/);
  writer.show('<p>Un</p>');
  expect(text).toHaveTextContent(/^Un$/);
});
