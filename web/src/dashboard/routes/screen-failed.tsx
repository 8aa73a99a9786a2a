import type { ErrorComponentProps } from '@tanstack/react-router';
import { Failed } from '@/ui/rich/states.tsx';
import { errorMessage, requestIdOf } from '../data/messages.ts';

/** A screen broke; the frame around it stays. */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  return <Failed message={errorMessage(error)} requestId={requestIdOf(error)} onRetry={reset} />;
}
