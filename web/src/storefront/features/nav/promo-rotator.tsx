/** The line above the header, turning through the merchant's messages every 3 s (spec 9), with a pause. */
import { useEffect, useState } from 'react';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Icon } from '@/ui/native/icon.tsx';

const TURN_MS = 3_000;

function prefersStillness(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

export function PromoRotator({ messages }: { readonly messages: readonly string[] }) {
  const [turn, setTurn] = useState(0);
  const [paused, setPaused] = useState(prefersStillness);
  const turns = messages.length > 1;
  useEffect(() => {
    if (!turns || paused) return;
    const timer = setInterval(() => {
      if (!document.hidden) setTurn((current) => current + 1);
    }, TURN_MS);
    return () => clearInterval(timer);
  }, [turns, paused]);
  return (
    <div className="promo-bar">
      <div className="wrap">
        <p>{messages[turn % Math.max(messages.length, 1)] ?? m.sf_promo_default()}</p>
        {turns && (
          <button
            type="button"
            aria-label={m.sf_promo_pause()}
            aria-pressed={paused}
            onClick={() => setPaused(!paused)}
          >
            <Icon name="pause" size="small" />
          </button>
        )}
      </div>
    </div>
  );
}
