/**
 * A component that is fetched when it is first shown, or before. One that did not come can be asked for again, which
 * `React.lazy` never does, and nothing reloads the page by itself: that is for who shows the failure to decide.
 */
import { type ComponentType, createElement, type FunctionComponent } from 'react';

/** Thrown in the place of a part that did not load. */
export class PartMissing extends Error {
  /** Fetches it once more; whether it came. */
  readonly again: () => Promise<boolean>;

  constructor(cause: unknown, again: () => Promise<boolean>) {
    super('a part of the app did not load', { cause });
    this.name = 'PartMissing';
    this.again = again;
  }
}

export type LazyPart<Props> = FunctionComponent<Props> & {
  /** Fetches it ahead; never rejects. */
  preload(): Promise<void>;
};

export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  let missing: PartMissing | undefined;
  let loading: Promise<void> | undefined;
  // Only who waits for the part to be shown hears that it did not come; one that was fetched ahead is fetched anew.
  let isWaitedFor = false;

  const fetchOnce = async () => {
    try {
      // A browser remembers for as long as the page lives that a module did not come, so without a network none is asked for.
      if (!navigator.onLine) throw new Error('no network');
      loaded = await load();
    } catch (cause) {
      if (isWaitedFor) missing = new PartMissing(cause, again);
    }
    isWaitedFor = false;
  };
  const preload = (): Promise<void> => {
    missing = undefined;
    if (loaded) return Promise.resolve();
    loading ??= fetchOnce().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  const show = (): Promise<void> => {
    isWaitedFor = true;
    return preload();
  };
  const again = async () => {
    await show();
    return loaded !== undefined;
  };

  // biome-ignore lint/correctness/noComponentHookFactories: made once per part, where its module is read.
  const Part = (props: Props) => {
    if (missing) throw missing;
    // React waits for a promise that is thrown, and renders again; `use` would have to be called then, too.
    if (!loaded) throw show();
    return createElement(loaded, props);
  };
  return Object.assign(Part, { preload });
}
