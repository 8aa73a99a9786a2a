/**
 * The filters of a listing: one DOM that is a column beside the grid, or a sheet on a phone. Sections start
 * collapsed; values without a result are shown disabled; every choice is part of the address.
 */
import type { ReactNode } from 'react';
import type { FacetGroup, FacetValue } from '@/api/types.ts';
import { isChosen, toggled } from '@/domain/listing-search.ts';
import { count } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useModal } from '@/lib/use-modal.ts';
import * as buttonStyles from '@/ui/native/button.module.css';
import { Button, IconButton } from '@/ui/native/button.tsx';
import * as checkStyles from '@/ui/native/check.module.css';
import { Icon } from '@/ui/native/icon.tsx';
import { swatch } from '../../parts/swatch.ts';
import * as styles from './filters.module.css';
import type { FiltersProps } from './filters-props.ts';
import { PriceFilter } from './price-filter.tsx';

interface FilterPanelProps extends FiltersProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function FilterPanel({ open, onClose, ...filters }: FilterPanelProps) {
  const panel = useModal<HTMLDivElement>(open, onClose);
  return (
    <>
      {open && (
        <button type="button" className={styles.scrim} aria-label={m.common_close()} onClick={onClose} />
      )}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: it goes with the role of a dialog alone. */}
      <div
        ref={panel}
        className={styles.filters}
        data-open={open}
        {...(open ? { role: 'dialog', 'aria-modal': true } : { role: 'complementary' })}
        aria-label={m.sf_filters()}
      >
        <div className={styles.top}>
          <h2>{m.sf_filters()}</h2>
          <IconButton
            className={`${buttonStyles.icon} phone-only`}
            label={m.common_close()}
            onClick={onClose}
          >
            <Icon name="close" />
          </IconButton>
        </div>
        <div className={styles.scroll}>
          <Groups {...filters} />
        </div>
        <div className={`${styles.end} phone-only`}>
          <Button kind="primary" wide onClick={onClose}>
            {m.sf_show_products({ count: filters.listing.total })}
          </Button>
        </div>
      </div>
    </>
  );
}

function Groups(props: FiltersProps) {
  const { filterData } = props.listing;
  const groups: readonly (FacetGroup & { key: string })[] = [
    {
      key: 'subCategories',
      label: 'subCategories',
      labelTrans: m.sf_category(),
      data: filterData.subCategories,
    },
    { key: 'brands', label: 'brands', labelTrans: m.sf_brand(), data: filterData.brands },
    {
      key: 'brandlines',
      label: 'brandlines',
      labelTrans: m.sf_brand_line(),
      data: filterData.brandlines ?? [],
    },
    ...filterData.attributes.map((group) => ({ ...group, key: `attributes.${group.label}` })),
    ...filterData.features.map((group) => ({ ...group, key: `features.${group.label}` })),
  ];
  return (
    <>
      {groups
        .filter((group) => group.data.length > 0)
        .map((group) => (
          <Group
            key={group.key}
            title={group.labelTrans}
            chosen={props.search.filters?.[group.key]?.length ?? 0}
          >
            {group.data.map((value) => (
              <Choice key={value.value} group={group.key} value={value} {...props} />
            ))}
          </Group>
        ))}
      <Group title={m.sf_price()} chosen={props.search.priceMin || props.search.priceMax ? 1 : 0}>
        <PriceFilter {...props} />
      </Group>
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly chosen: number;
  readonly children: ReactNode;
}

function Group({ title, chosen, children }: GroupProps) {
  return (
    <details className={styles.group}>
      <summary>
        {title}
        {chosen > 0 && <span className={styles.count}>{count(chosen)}</span>}
        <Icon name="chevron" />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}

interface ChoiceProps extends FiltersProps {
  readonly group: string;
  readonly value: FacetValue;
}

function Choice({ group, value, search, onChange }: ChoiceProps) {
  const checked = isChosen(search, group, value.value);
  const disabled = value.count === 0 && !checked;
  const background = swatch(value);
  return (
    <label className={disabled ? `${checkStyles.check} ${checkStyles.unavailable}` : checkStyles.check}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={() => onChange(toggled(search, group, value.value))}
      />
      {background && <i className={styles.colour} style={{ background }} />}
      <bdi>{value.label}</bdi>
      <span className={checkStyles.count}>{count(value.count)}</span>
    </label>
  );
}
