import { Toaster, toast } from 'sonner';

/** Flash messages live 5 seconds (spec 9); errors stay until they are closed. */
const LIFE_MS = 5000;

/** Where outcomes are told; field errors never come here. */
export function Toasts({ dir, theme }: { dir: 'ltr' | 'rtl'; theme: 'light' | 'dark' }) {
  return (
    <Toaster
      dir={dir}
      theme={theme}
      position={dir === 'rtl' ? 'bottom-left' : 'bottom-right'}
      duration={LIFE_MS}
      closeButton
    />
  );
}

export function told(message: string): void {
  toast.success(message);
}

export function complained(message: string): void {
  toast.error(message, { duration: Number.POSITIVE_INFINITY });
}
