import { groupPhone } from '@/domain/phone-dz.ts';

/** `05 55 12 34 56`, left to right in every language. */
export function Phone({ digits }: { digits: string }) {
  return <bdi className="ltr">{groupPhone(digits)}</bdi>;
}
