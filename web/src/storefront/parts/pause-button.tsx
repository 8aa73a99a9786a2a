/** Stops texts that take turns, and lets them go on. */
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Icon } from '@/ui/native/icon.tsx';

interface PauseButtonProps {
  readonly paused: boolean;
  readonly onPause: (paused: boolean) => void;
}

export function PauseButton({ paused, onPause }: PauseButtonProps) {
  return (
    <button
      type="button"
      aria-label={m.sf_promo_pause()}
      aria-pressed={paused}
      onClick={() => onPause(!paused)}
    >
      <Icon name={paused ? 'play' : 'pause'} size="small" />
    </button>
  );
}
