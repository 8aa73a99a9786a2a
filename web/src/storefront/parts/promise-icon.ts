/** The mark beside a promise of the merchant, by what it is about. */
import type { IconName } from '@/ui/native/icon.tsx';

const ICONS: Readonly<Record<string, IconName>> = {
  payment: 'cash',
  delivery: 'truck',
  call: 'phone',
  exchange: 'refresh',
};

export function promiseIcon(kind: string): IconName {
  return ICONS[kind] ?? 'ok';
}
