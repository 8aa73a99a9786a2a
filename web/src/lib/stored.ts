/**
 * Values that live in the browser: one store per key over localStorage, read by `useSyncExternalStore`, followed
 * across tabs by the `storage` event. Storage that is full, refused or garbled never breaks a page.
 */
import { useSyncExternalStore } from 'react';

export interface Stored<T> {
  get(): T;
  set(value: T): void;
  /** Reads again what another script of this page may have stored. */
  reload(): void;
  subscribe(listener: () => void): () => void;
}

function readText(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

function parse(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function write(storage: Storage, key: string, value: unknown): void {
  try {
    if (value === null || value === undefined) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(value));
  } catch (error) {
    console.warn(`could not keep ${key} in this browser`, error);
  }
}

/** `read` turns whatever is stored (`undefined` for nothing) into a value that can be trusted. */
export function stored<T>(
  key: string,
  read: (raw: unknown) => T,
  storage: Storage = localStorage,
): Stored<T> {
  let value = read(parse(readText(storage, key)));
  const listeners = new Set<() => void>();
  const announce = () => {
    for (const listener of listeners) listener();
  };
  window.addEventListener('storage', (event) => {
    if (event.storageArea !== storage || (event.key !== key && event.key !== null)) return;
    value = read(parse(event.newValue));
    announce();
  });
  return {
    get: () => value,
    set(next) {
      value = next;
      write(storage, key, next);
      announce();
    },
    reload() {
      value = read(parse(readText(storage, key)));
      announce();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStored<T>(store: Stored<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
