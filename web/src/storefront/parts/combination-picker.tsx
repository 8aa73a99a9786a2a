/**
 * Choosing a combination: swatches for colours and pictures, chips with their price else. What is sold out is struck and can be chosen
 * all the same: it leads to what is beside it, and to the wish to be told when it is back.
 */
import type { ReactNode } from 'react';
import type { Combination } from '@/api/types.ts';
import { type ChoiceGroup, type ChoiceOption, choiceGroups } from '@/domain/combinations.ts';
import { shownPrice } from '@/domain/pricing.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Price } from '@/ui/native/price.tsx';
import * as styles from './choice.module.css';
import { swatch } from './swatch.ts';

interface PickerProps {
  readonly combinations: readonly Combination[];
  readonly selected: Combination;
  readonly onSelect: (combination: Combination) => void;
  /** Whether what is chosen is priced by itself; a part of a pack is not. */
  readonly isPriced?: boolean;
}

export function CombinationPicker(props: PickerProps) {
  const { combinations, selected, onSelect, isPriced = true } = props;
  const groups = choiceGroups(combinations, selected);
  // A price on each chip helps only where one attribute alone decides it.
  const priced =
    isPriced && groups.length === 1 && new Set(combinations.map(({ priceHt }) => priceHt)).size > 1;
  return groups.map((group) => (
    <fieldset key={group.type}>
      <legend className={styles.legend}>
        {m.sf_choice({ label: group.label })} <b>{group.options.find((option) => option.chosen)?.value}</b>
      </legend>
      <GroupOptions group={group} priced={priced} onSelect={onSelect} />
    </fieldset>
  ));
}

interface GroupOptionsProps {
  readonly group: ChoiceGroup<Combination>;
  readonly priced: boolean;
  readonly onSelect: (combination: Combination) => void;
}

function GroupOptions({ group, priced, onSelect }: GroupOptionsProps) {
  const coloured = group.options.every(swatch);
  return (
    <div className={coloured ? styles.swatches : styles.all}>
      {group.options.map((option) => (
        <Option key={option.value} option={option} coloured={coloured} onSelect={onSelect}>
          {option.value}
          {!option.leadsTo.available && <small>{m.sf_sold_out()}</small>}
          {option.leadsTo.available && priced && (
            <small>
              <Price amount={shownPrice(option.leadsTo).now} />
            </small>
          )}
        </Option>
      ))}
    </div>
  );
}

interface OptionProps {
  readonly option: ChoiceOption<Combination>;
  readonly coloured: boolean;
  readonly onSelect: (combination: Combination) => void;
  readonly children: ReactNode;
}

function Option({ option, coloured, onSelect, children }: OptionProps) {
  const soldOut = !option.leadsTo.available;
  const name = soldOut ? m.sf_option_sold_out({ name: option.value }) : option.value;
  return (
    <button
      type="button"
      className={coloured ? styles.swatch : styles.choice}
      aria-pressed={option.chosen}
      data-sold-out={soldOut || undefined}
      aria-label={coloured ? name : undefined}
      title={coloured ? name : undefined}
      onClick={() => onSelect(option.leadsTo)}
    >
      {coloured ? <i style={{ background: swatch(option) }} /> : children}
    </button>
  );
}
