/** What every unit and component test starts from: matchers, a clean document, French. */
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { startLocale } from '@/i18n/locale.ts';

// jsdom has no layout: what asks for it gets a calm answer.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.setAttribute('open', '');
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.removeAttribute('open');
  this.dispatchEvent(new Event('close'));
};
Range.prototype.getClientRects ??= () => Object.assign([], { item: () => null });
Range.prototype.getBoundingClientRect ??= () => new DOMRect();
document.elementFromPoint ??= () => null;
performance.getEntriesByType ??= () => [];
// As in a browser, it always tells once how large a thing is from the start.
globalThis.ResizeObserver ??= class {
  #tell: ResizeObserverCallback | undefined;
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell;
  }
  observe() {
    queueMicrotask(() => this.#tell?.([], this));
  }
  unobserve() {}
  disconnect() {
    this.#tell = undefined;
  }
};

// What is waited for comes, but late on a machine that compiles beside it.
configure({ asyncUtilTimeout: 10_000 });

beforeEach(() => startLocale('fr'));
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
