import { type KeyboardEvent, type RefObject, useState } from 'react';
import { listed } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { useFocusHandedOn } from '@/ui/form/use-focus-handed-on.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import type { ProductCombination } from '../../../data/types.ts';
import { useScan } from '../../../parts/use-scan.ts';
import type { LineDraft } from './line-draft.ts';
import * as styles from './lines.module.css';
import { useAvailable } from './queries.ts';
import { stockWord } from './stock-word.ts';
import { draftOfThing, firstPicks, type Thing } from './thing.ts';

interface ChooseThingProps {
  thing: Thing;
  /** The first of what is to be chosen. */
  first: RefObject<HTMLSelectElement | null>;
  /** What takes the focus afterwards. */
  next: RefObject<HTMLElement | null>;
  onAdd: (line: LineDraft) => void;
  onLeave: () => void;
  /** A scanner wrote this here: it chooses nothing, it is the code of the next thing. */
  onScan: (code: string) => void;
}

/** Which combination of a product, or what of each part of a flexible pack; Enter adds it. */
export function ChooseThing({ thing, first, next, onAdd, onLeave, onScan }: ChooseThingProps) {
  const [picks, setPicks] = useState(() => firstPicks(thing));
  const isPack = thing.product.pack.length > 0;
  const available = useAvailable(isPack ? [] : [thing.product.id]);
  const place = useFocusHandedOn<HTMLFieldSetElement>(() => next.current);
  const add = () => onAdd(draftOfThing(thing, picks));
  const scanOf = useScan(picks);
  const press = (event: KeyboardEvent) => {
    const scan = scanOf(event);
    const isEnter = event.key === 'Enter' && event.target instanceof HTMLSelectElement;
    if (!scan && !isEnter && event.key !== 'Escape') return;
    event.preventDefault();
    // Neither does it send the form around it, nor close what that stands in.
    event.stopPropagation();
    if (scan) {
      setPicks(scan.before);
      onScan(scan.code);
    } else if (isEnter) add();
    else onLeave();
  };
  return (
    <fieldset ref={place} className={styles.choosing} onKeyDown={press}>
      <legend className="strong">
        <bdi>{thing.row.name}</bdi>
      </legend>
      {thing.choosings.map(({ part, among }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may be in a pack twice, and nothing moves
        <Field key={at} label={part ? m.db_pack_combination({ name: part }) : m.db_product_combination()}>
          {(control) => (
            <select
              {...control}
              ref={at === 0 ? first : undefined}
              className={fieldStyles.input}
              data-closes-list
              value={picks[at]}
              onChange={({ target }) => setPicks(picks.map((pick, of) => (of === at ? target.value : pick)))}
            >
              {among.map((one) => (
                <option key={one.id} value={one.id}>
                  {nameOf(one, available)}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
      <div className={headsStyles.acts}>
        <button type="button" className={buttonStyles.button} data-closes-list onClick={add}>
          {m.db_order_lines_add_submit()}
        </button>
        <button
          type="button"
          className={`${buttonStyles.button} ${buttonStyles.quiet}`}
          data-closes-list
          onClick={onLeave}
        >
          {m.db_cancel()}
        </button>
      </div>
    </fieldset>
  );
}

/** `Grenade, 5 dispo`. */
function nameOf(
  { id, displayName }: ProductCombination,
  available: ReadonlyMap<string, number> | undefined,
): string {
  if (!available) return displayName;
  return listed([displayName, stockWord(available.get(id) ?? 0)]);
}
