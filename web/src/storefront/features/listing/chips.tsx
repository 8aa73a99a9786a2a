/** The active filters above the grid; each goes away with one press. */
import type { ReactNode } from 'react';
import type { FilterData } from '@/api/types.ts';
import { changed, cleared, toggled } from '@/domain/listing-search.ts';
import { fromDinars } from '@/domain/money.ts';
import { money } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Icon } from '@/ui/native/icon.tsx';
import { Price } from '@/ui/native/price.tsx';
import { Around } from '../../parts/around.tsx';
import * as styles from './chips.module.css';
import type { FiltersProps } from './filters-props.ts';

/** What people read for a filter value; the value itself where the list no longer knows it. */
function labelOf(data: FilterData, group: string, value: string): string {
  const [kind, label] = group.split('.');
  const groups = kind === 'attributes' ? data.attributes : kind === 'features' ? data.features : [];
  const plain =
    group === 'brands' || group === 'brandlines' || group === 'subCategories' ? data[group] : undefined;
  const values = plain ?? groups.find((facet) => facet.label === label)?.data ?? [];
  return values.find((facet) => facet.value === value)?.label ?? value;
}

export function Chips({ listing, search, onChange }: FiltersProps) {
  const values = Object.entries(search.filters ?? {}).flatMap(([group, chosen]) =>
    chosen.map((value) => ({ group, value, label: labelOf(listing.filterData, group, value) })),
  );
  const hasBounds = search.priceMin !== undefined || search.priceMax !== undefined;
  if (values.length === 0 && !hasBounds) return null;
  return (
    <div className={styles.chips}>
      {values.map(({ group, value, label }) => (
        <Chip key={group + value} label={label} onRemove={() => onChange(toggled(search, group, value))} />
      ))}
      {hasBounds && (
        <PriceChip
          low={search.priceMin}
          high={search.priceMax}
          onRemove={() => onChange(changed(search, { priceMin: undefined, priceMax: undefined }))}
        />
      )}
      <button type="button" className="link" onClick={() => onChange(cleared(search))}>
        {m.sf_clear_all()}
      </button>
    </div>
  );
}

interface PriceChipProps {
  /** Dinars as text, one at least. */
  readonly low: string | undefined;
  readonly high: string | undefined;
  readonly onRemove: () => void;
}

function PriceChip({ low, high, onRemove }: PriceChipProps) {
  const text = (lowText: string, highText: string) => {
    if (low === undefined) return m.sf_up_to({ price: highText });
    return high === undefined
      ? m.sf_from({ price: lowText })
      : m.sf_between({ low: lowText, high: highText });
  };
  const bounds = [fromDinars(Number(low ?? 0)), fromDinars(Number(high ?? 0))] as const;
  return (
    <Chip label={text(money(bounds[0]), money(bounds[1]))} onRemove={onRemove}>
      <Around text={text}>
        <Price amount={bounds[0]} />
        <Price amount={bounds[1]} />
      </Around>
    </Chip>
  );
}

interface ChipProps {
  /** What the filter is called. */
  readonly label: string;
  readonly onRemove: () => void;
  /** The same with more than text in it. */
  readonly children?: ReactNode;
}

function Chip({ label, onRemove, children = label }: ChipProps) {
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={m.sf_remove_filter({ name: label })}
      onClick={onRemove}
    >
      <bdi>{children}</bdi>
      <Icon name="close" />
    </button>
  );
}
