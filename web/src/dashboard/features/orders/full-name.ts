import type { OrderDetail } from '../../data/types.ts';

export function fullName({ firstname, lastname }: OrderDetail): string {
  return `${firstname} ${lastname}`.trim();
}
