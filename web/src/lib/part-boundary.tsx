/** Keeps a part that fails from taking the page with it, and tries it again when asked or when the network is back. */
import { Component, type ReactNode, useLayoutEffect } from 'react';
import { PartMissing } from '@/lib/lazy-part.ts';
import { reloadIfStale } from '@/lib/stale-chunk.ts';

interface PartBoundaryProps {
  readonly children: ReactNode;
  /** What stands in its place; it may offer another try. */
  readonly instead?: (retry: () => void) => ReactNode;
}

interface PartBoundaryState {
  readonly error?: unknown;
}

/** Fetches what is missing; where it is gone for good, a fresh page has its successor. */
export async function recover(error: unknown): Promise<void> {
  if (error instanceof PartMissing && !(await error.again())) await reloadIfStale();
}

export class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override state: PartBoundaryState = {};

  static getDerivedStateFromError(error: unknown): PartBoundaryState {
    return { error };
  }

  readonly retry = async () => {
    await recover(this.state.error);
    this.setState({ error: undefined });
  };

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    const retry = () => void this.retry();
    return (
      <>
        <OnceOnline then={retry} />
        {this.props.instead?.(retry)}
      </>
    );
  }
}

function OnceOnline({ then }: { readonly then: () => void }) {
  // At once: the network may be back before the next frame.
  useLayoutEffect(() => {
    window.addEventListener('online', then);
    return () => window.removeEventListener('online', then);
  }, [then]);
  return null;
}
