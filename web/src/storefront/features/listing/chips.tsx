/** The active filters above the grid; each goes away with one press. */
import type { FilterData } from '@/api/types.ts';
import { changed, cleared, toggled } from '@/domain/listing-search.ts';
import { fromDinars } from '@/domain/money.ts';
import { money } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Icon } from '@/ui/native/icon.tsx';
import type { FiltersProps } from './filters-props.ts';

/** What people read for a filter value; the value itself where the list no longer knows it. */
function labelOf(data: FilterData, group: string, value: string): string {
  const [kind, label] = group.split('.');
  const groups = kind === 'attributes' ? data.attributes : kind === 'features' ? data.features : [];
  const plain = group === 'brands' ? data.brands : group === 'subCategories' ? data.subCategories : undefined;
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
    <div className="chips">
      {values.map(({ group, value, label }) => (
        <Chip key={group + value} label={label} onRemove={() => onChange(toggled(search, group, value))} />
      ))}
      {hasBounds && (
        <Chip
          label={boundsText(search.priceMin, search.priceMax)}
          onRemove={() => onChange(changed(search, { priceMin: undefined, priceMax: undefined }))}
        />
      )}
      <button type="button" className="link" onClick={() => onChange(cleared(search))}>
        {m.sf_clear_all()}
      </button>
    </div>
  );
}

function boundsText(min: string | undefined, max: string | undefined): string {
  const text = (dinars: string) => money(fromDinars(Number(dinars)));
  if (min === undefined) return m.sf_up_to({ price: text(max ?? '0') });
  if (max === undefined) return m.sf_from({ price: text(min) });
  return m.sf_between({ low: text(min), high: text(max) });
}

function Chip({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <button
      type="button"
      className="chip"
      aria-label={m.sf_remove_filter({ name: label })}
      onClick={onRemove}
    >
      <bdi>{label}</bdi>
      <Icon name="close" />
    </button>
  );
}
