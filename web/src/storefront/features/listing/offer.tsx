/** What a promotion says over its products: slogan, picture and the time that it has left. */
import type { Discount } from '@/api/types.ts';
import { locale } from '@/i18n/locale.ts';
import { Deal } from '../../parts/deal.tsx';

export function Offer({ discount }: { readonly discount: Discount }) {
  const { discountLangRead, bannerThumb, discountEndDate } = discount;
  const slogan = discountLangRead.find(({ language }) => language === locale())?.slogan ?? '';
  if (!slogan && !bannerThumb && !discountEndDate) return null;
  return <Deal title={slogan} text="" button="" link="" image={bannerThumb} end={discountEndDate} />;
}
