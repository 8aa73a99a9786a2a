import type { CSSProperties } from 'react';
import { Toaster, toast } from 'sonner';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useIsNarrow } from '@/lib/use-is-narrow.ts';

/** Flash messages live 5 seconds (spec 9); a pointer on them holds them. */
const LIFE_MS = 5000;

/** The theme's own colours, so that switching it needs no telling. */
const COLOURS = {
  '--normal-bg': 'var(--raised)',
  '--normal-bg-hover': 'var(--hover)',
  '--normal-border': 'var(--line-strong)',
  '--normal-border-hover': 'var(--line-strong)',
  '--normal-text': 'var(--ink)',
} as CSSProperties;

/**
 * At the end of the line, where neither a dialog nor what a page begins with is, above what floats at its foot. On a phone dialogs stand
 * at the foot, so there it is below the top bar.
 */
const CLEAR = { bottom: 88 };
const CLEAR_ON_PHONE = { top: 64 };

/** Where outcomes are told; field errors never come here. */
export function Toasts({ dir }: { dir: 'ltr' | 'rtl' }) {
  const isNarrow = useIsNarrow();
  const atTheEnd = dir === 'rtl' ? 'bottom-left' : 'bottom-right';
  return (
    <Toaster
      dir={dir}
      position={isNarrow ? 'top-center' : atTheEnd}
      duration={LIFE_MS}
      offset={isNarrow ? CLEAR_ON_PHONE : CLEAR}
      mobileOffset={CLEAR_ON_PHONE}
      closeButton
      toastOptions={{ closeButtonAriaLabel: m.db_close() }}
      containerAriaLabel={m.db_toasts()}
      style={COLOURS}
    />
  );
}

interface Undo {
  label: string;
  onClick: () => void;
}

/** Says what was done, and takes it back while it is shown. */
export function told(message: string, undo?: Undo): void {
  toast.success(message, undo ? { action: undo } : {});
}

export function complained(message: string, undo?: Undo): void {
  toast.error(message, undo ? { action: undo } : {});
}
