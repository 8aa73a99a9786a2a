/** The line above the header, turning through the merchant's messages every 3 s (spec 9), with a pause. */
import { useState } from 'react';
import { useTurns } from '@/lib/use-turns.ts';
import { PauseButton } from '../../parts/pause-button.tsx';
import * as styles from './promo-bar.module.css';

const TURN_MS = 3_000;

export function PromoRotator({ messages }: { readonly messages: readonly string[] }) {
  const { turn, hold, ...pause } = useTurns(messages.length, TURN_MS);
  /** By somebody who reads it, not by what they asked of all pages. */
  const [isStopped, setStopped] = useState(false);
  const onPause = (paused: boolean) => {
    setStopped(paused);
    pause.onPause(paused);
  };
  const message = messages[turn];
  if (message === undefined) return null;
  return (
    <div
      className={styles.promoBar}
      data-turning={!pause.paused || undefined}
      data-stopped={isStopped || undefined}
      {...hold}
    >
      <div className="wrap">
        <Message text={message} />
        {messages.length > 1 && <PauseButton {...pause} onPause={onPause} />}
      </div>
    </div>
  );
}

/** What stands before a middle dot is the message; the rest is said where there is room. */
function Message({ text }: { readonly text: string }) {
  const [main, ...rest] = text.split(' · ');
  return (
    <p>
      <b>{main}</b>
      {rest.length > 0 && <span className="not-phone"> · {rest.join(' · ')}</span>}
    </p>
  );
}
