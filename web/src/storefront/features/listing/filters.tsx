/**
 * The filters of a listing: a column beside the grid, or a sheet on a phone. Sections start collapsed, and those that were
 * opened stay so; values without a result are shown disabled; every choice is part of the address.
 */
import { type Dispatch, type ReactNode, type SetStateAction, useState } from 'react';
import type { FacetGroup, FacetValue } from '@/api/types.ts';
import { folded } from '@/domain/folded.ts';
import { isChosen, toggled } from '@/domain/listing-search.ts';
import { count } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Button } from '@/ui/native/button.tsx';
import * as checkStyles from '@/ui/native/check.module.css';
import * as fieldStyles from '@/ui/native/field.module.css';
import { Icon } from '@/ui/native/icon.tsx';
import { Sheet } from '@/ui/native/sheet.tsx';
import { swatch } from '../../parts/swatch.ts';
import { InTurn } from '../../parts/takeover.tsx';
import * as styles from './filters.module.css';
import type { FiltersProps } from './filters-props.ts';
import { PriceFilter } from './price-filter.tsx';

/** More values than that are looked for by their name, and scrolled. */
const MOST_IN_SIGHT = 20;

interface FilterPanelProps extends FiltersProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function FilterPanel({ open, onClose, ...filters }: FilterPanelProps) {
  const [unfolded, setUnfolded] = useState<readonly string[]>([]);
  const groups = <Groups {...filters} unfolded={unfolded} onUnfold={setUnfolded} />;
  const products = { count: filters.listing.total };
  return (
    <>
      <aside className={styles.filters} aria-label={m.sf_filters()}>
        <div className={styles.top}>
          <h2>{m.sf_filters()}</h2>
        </div>
        {!open && <InTurn>{groups}</InTurn>}
      </aside>
      <Sheet
        beside
        open={open}
        onClose={onClose}
        title={m.sf_filters()}
        footer={
          <Button kind="primary" wide onClick={onClose}>
            {m.sf_show_products(products)}
          </Button>
        }
      >
        <div className={styles.over}>{groups}</div>
        <p className="visually-hidden" role="status">
          {m.sf_products_count(products)}
        </p>
      </Sheet>
    </>
  );
}

interface GroupsProps extends FiltersProps {
  /** The sections that stand open, by their key. */
  readonly unfolded: readonly string[];
  readonly onUnfold: Dispatch<SetStateAction<readonly string[]>>;
}

function Groups({ unfolded, onUnfold, ...props }: GroupsProps) {
  const { filterData } = props.listing;
  const fold = (key: string) => ({
    isOpen: unfolded.includes(key),
    onFold: (isOpen: boolean) =>
      onUnfold((before) => [...before.filter((one) => one !== key), ...(isOpen ? [key] : [])]),
  });
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
            {...fold(group.key)}
            title={group.labelTrans}
            chosen={props.search.filters?.[group.key]?.length ?? 0}
          >
            <Choices group={group} isOpen={unfolded.includes(group.key)} {...props} />
          </Group>
        ))}
      <Group
        {...fold('price')}
        title={m.sf_price()}
        chosen={props.search.priceMin || props.search.priceMax ? 1 : 0}
      >
        <PriceFilter isOpen={unfolded.includes('price')} {...props} />
      </Group>
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly chosen: number;
  readonly isOpen: boolean;
  readonly onFold: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

function Group({ title, chosen, isOpen, onFold, children }: GroupProps) {
  return (
    <details className={styles.group} open={isOpen} onToggle={(event) => onFold(event.currentTarget.open)}>
      <summary>
        {title}
        {chosen > 0 && <span className={styles.count}>{count(chosen)}</span>}
        <Icon name="chevron" />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}

interface ChoicesProps extends FiltersProps {
  readonly group: FacetGroup & { readonly key: string };
  readonly isOpen: boolean;
}

function Choices({ group: { key, labelTrans, data }, isOpen, ...props }: ChoicesProps) {
  const [typed, setTyped] = useState('');
  const isLong = data.length > MOST_IN_SIGHT;
  // Hundreds that nobody looks at would cost each page.
  if (isLong && !isOpen) return null;
  const sought = isLong ? folded(typed.trim()) : '';
  const isSought = ({ label }: FacetValue) => folded(label).includes(sought);
  // What is ticked narrows the list, whatever is looked for here.
  const isTicked = ({ value }: FacetValue) => isChosen(props.search, key, value);
  const shown = sought ? data.filter((value) => isSought(value) || isTicked(value)) : data;
  const name = m.sf_filter_find({ name: labelTrans });
  return (
    <>
      {isLong && (
        <input
          type="search"
          className={`${fieldStyles.input} ${styles.find}`}
          aria-label={name}
          placeholder={name}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div className={isLong ? styles.long : undefined}>
        {shown.map((value) => (
          <Choice key={value.value} group={key} value={value} {...props} />
        ))}
      </div>
      {/* There before it says anything, for only what becomes of it is read out. */}
      {isLong && (
        <p className="quiet small" role="status">
          {sought && !data.some(isSought) && m.sf_filter_none()}
        </p>
      )}
    </>
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
