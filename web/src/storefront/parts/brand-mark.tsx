/** A brand's logo, else its name: one without a logo of its own has a name for it, and no path (spec 9). */
import type { Brand } from '@/api/types.ts';
import * as styles from './brand-mark.module.css';

export function BrandMark({ brand: { name, logo } }: { readonly brand: Pick<Brand, 'name' | 'logo'> }) {
  if (!logo.startsWith('/')) return <span lang="fr">{name}</span>;
  return <img className={styles.brandMark} src={logo} alt={name} loading="lazy" decoding="async" />;
}
