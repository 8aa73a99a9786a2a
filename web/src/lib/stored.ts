/**
 * Values that live in the browser: one store per key over localStorage, read by `useSyncExternalStore`, followed
 * across tabs by the `storage` event. Storage that is full, refused or garbled never breaks a page.
 */
import { useSyncExternalStore } from 'react';
import { readText, writeText } from './storage.ts';

export interface Stored<T> {
  get(): T;
  set(value: T): void;
  /** Changes what is stored now, which another tab may have written a moment ago. */
  update(change: (value: T) => T): void;
  /** Reads again what another script of this page may have stored. */
  reload(): void;
  subscribe(listener: () => void): () => void;
}

function parse(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text that the storage holds afterwards. */
function write(storage: () => Storage, key: string, value: unknown): string | null {
  const isGone = value === null || value === undefined;
  if (!writeText(key, isGone ? null : JSON.stringify(value), storage))
    console.warn(`could not keep ${key} in this browser`);
  return readText(key, storage);
}

/** `read` turns whatever is stored (`undefined` for nothing) into a value that can be trusted. */
export function stored<T>(key: string, read: (raw: unknown) => T, storage = () => localStorage): Stored<T> {
  // The text that `value` was read from: a storage that refuses to write keeps its old one, and never wins over it.
  let written = readText(key, storage);
  let value = read(parse(written));
  const listeners = new Set<() => void>();
  const announce = () => {
    for (const listener of listeners) listener();
  };
  const reload = () => {
    const text = readText(key, storage);
    if (text === written) return;
    written = text;
    value = read(parse(text));
    announce();
  };
  const set = (next: T) => {
    value = next;
    written = write(storage, key, next);
    announce();
  };
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) reload();
  });
  // A page that comes back from the back/forward cache heard nothing while it was away.
  window.addEventListener('pageshow', reload);
  return {
    get: () => value,
    set,
    update(change) {
      reload();
      set(change(value));
    },
    reload,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStored<T>(store: Stored<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
