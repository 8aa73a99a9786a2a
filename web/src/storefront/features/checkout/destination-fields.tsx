/** Where it goes: native selects of the wilayas and communes that can be delivered to. */
import type { Commune, Wilaya } from '@/api/types.ts';
import { locale } from '@/i18n/locale.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Button } from '@/ui/native/button.tsx';
import * as fieldStyles from '@/ui/native/field.module.css';
import { Field } from '@/ui/native/field.tsx';
import { fieldId, labelOf, problemText } from './field-texts.ts';
import type { Checkout } from './use-checkout.ts';
import { placeName } from './use-destination.ts';

export function DestinationFields({ checkout }: { readonly checkout: Checkout }) {
  const { wilayas, communes } = checkout.destination;
  return (
    <>
      <PlaceField
        checkout={checkout}
        field="wilaya"
        list={wilayas}
        nameOf={(place) => `${place.id} ${placeName(place)}`}
        failure={m.sf_wilayas_failed()}
      />
      <PlaceField
        checkout={checkout}
        field="commune"
        list={communes}
        nameOf={placeName}
        failure={m.sf_communes_failed()}
      />
    </>
  );
}

interface PlaceList {
  readonly places: readonly (Wilaya | Commune)[];
  /** There are none yet, and none were refused: places that are asked for again stay to be chosen. */
  readonly isPending: boolean;
  /** They could not be had, and there are none from before. */
  readonly isLoadingError: boolean;
  readonly refetch: () => unknown;
}

interface PlaceFieldProps {
  readonly checkout: Checkout;
  readonly field: 'wilaya' | 'commune';
  readonly list: PlaceList;
  readonly nameOf: (place: Wilaya | Commune) => string;
  readonly failure: string;
}

function PlaceField({ checkout, field, list, nameOf, failure }: PlaceFieldProps) {
  const problem = checkout.problemFor(field);
  const failed = list.isLoadingError;
  const waits = field === 'commune' && checkout.form.wilaya === '';
  const places = field === 'wilaya' ? list.places : byName(list.places, nameOf);
  return (
    <Field
      id={fieldId(field)}
      label={labelOf(field)}
      problem={failed ? failure : problem && problemText(field, problem)}
    >
      {(control) => (
        <>
          <select
            {...control}
            className={fieldStyles.input}
            name={field}
            autoComplete={field === 'wilaya' ? 'address-level1' : 'address-level2'}
            required
            disabled={waits || list.isPending || failed}
            value={checkout.form[field]}
            onChange={(event) => checkout.change(field, event.target.value)}
            onBlur={() => checkout.leave(field)}
          >
            <option value="">{placeholder(waits, list.isPending)}</option>
            {places.map((place) => (
              <option key={place.id} value={place.id}>
                {nameOf(place)}
              </option>
            ))}
          </select>
          {failed && <Button onClick={() => list.refetch()}>{m.common_retry()}</Button>}
        </>
      )}
    </Field>
  );
}

function placeholder(waits: boolean, loading: boolean): string {
  if (waits) return m.sf_wilaya_first();
  return loading ? m.common_loading() : m.sf_choose();
}

function byName<P>(places: readonly P[], nameOf: (place: P) => string): P[] {
  return [...places].sort((left, right) => nameOf(left).localeCompare(nameOf(right), locale()));
}
