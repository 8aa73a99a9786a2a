import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useSettled } from '@/lib/use-settled.ts';
import * as checkStyles from '@/ui/form/check.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { complained } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { currentOf, errorMessage } from '../../data/messages.ts';
import type { Feature, WantedFeatureInput } from '../../data/types.ts';
import { Pending } from '../../parts/pending.tsx';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import { LanguageFields } from '../../recipe/inputs/language-fields.tsx';
import { type LanguageTexts, NO_TEXTS, written } from '../../recipe/inputs/language-texts.ts';
import { INPUTS, type Input } from './draft.ts';
import { InputChoice } from './input-choice.tsx';
import { featureQuery, inputCheckQuery } from './queries.ts';

/** Each check looks through all products that say the feature: one for what was typed, not for every key. */
const PAUSE_MS = 300;

interface InputDraft {
  input: Input;
  unit: LanguageTexts;
  /** Products that may lose their value, as it was agreed to. */
  mostLost: number;
}

/** Gives the feature values of another kind, once it is seen what becomes of those that products have. */
export function ChangeInput({ feature }: { feature: Feature }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={buttonStyles.button}
        disabled={feature.isChanging}
        onClick={() => setOpen(true)}
      >
        {m.db_feature_convert_open()}
      </button>
      {isOpen && <InputDialog feature={feature} onClose={() => setOpen(false)} />}
    </>
  );
}

interface InputDialogProps {
  feature: Feature;
  onClose: () => void;
}

function InputDialog({ feature, onClose }: InputDialogProps) {
  const queries = useQueryClient();
  const { id, version, input: now } = feature;
  const keep = (newer: Feature) => queries.setQueryData(featureQuery(id).queryKey, newer);
  const name = written(feature.name);
  const [isSeen, setSeen] = useState(false);
  const start: InputDraft = { input: now === 'text' ? 'number' : 'text', unit: NO_TEXTS, mostLost: 0 };
  return (
    <FormDialog
      title={m.db_feature_convert_title({ name })}
      lead={m.db_feature_convert_lead({ input: INPUTS[now]() })}
      submit={m.db_feature_convert()}
      isReady={isSeen}
      start={start}
      bodyOf={(draft) => ({ version, ...wantedOf(draft), mostLost: draft.mostLost })}
      send={async (body) => {
        const params = { path: { id } };
        return (await client.PUT('/dashboard/api/features/{id}/input', { params, body })).data;
      }}
      told={() => m.db_feature_converted({ name })}
      onSent={(changed) => {
        if (changed) keep(changed);
        onClose();
      }}
      onRefused={(error) => {
        const current = currentOf<Feature>(error);
        if (!current || current.version === version) return;
        // What was looked through is no more what there is.
        keep(current);
        complained(errorMessage(error));
        onClose();
      }}
      onSettled={() =>
        Promise.all([
          queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/features'] }),
          queries.invalidateQueries({ queryKey: ['post', '/dashboard/api/features/{id}/input/check'] }),
        ])
      }
      onClose={onClose}
    >
      {({ draft, set, errorsAt }) => (
        <>
          <InputChoice value={draft.input} without={now} onChange={(input) => set({ input, mostLost: 0 })} />
          {draft.input === 'number' && (
            <LanguageFields
              legend={m.db_feature_unit()}
              maxLength={30}
              value={draft.unit}
              errorsAt={(language) => errorsAt(`unit.${language}`)}
              onEdit={(edit) => set(({ unit }) => ({ unit: edit(unit), mostLost: 0 }))}
            />
          )}
          {draft.input !== now && (
            <Outcome
              id={id}
              wanted={wantedOf(draft)}
              mostLost={draft.mostLost}
              onSeen={setSeen}
              onAgree={(mostLost) => set({ mostLost })}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

function wantedOf({ input, unit }: InputDraft): WantedFeatureInput {
  return { input, unit: input === 'number' ? unit : NO_TEXTS };
}

interface OutcomeProps {
  id: string;
  wanted: WantedFeatureInput;
  mostLost: number;
  /** Whether what is shown is of what is chosen. */
  onSeen: (isSeen: boolean) => void;
  onAgree: (mostLost: number) => void;
}

/** What becomes of the values that products have, and whether those may go that can't be kept. */
function Outcome({ id, wanted, mostLost, onSeen, onAgree }: OutcomeProps) {
  const asked = useSettled(JSON.stringify(wanted), PAUSE_MS);
  const check = useQuery(inputCheckQuery(id, JSON.parse(asked)));
  const isOld = check.isPlaceholderData || asked !== JSON.stringify(wanted);
  const isSeen = check.data !== undefined && !isOld;
  useEffect(() => {
    onSeen(isSeen);
    return () => onSeen(false);
  }, [isSeen, onSeen]);
  if (!check.data) return <Pending query={check} rows={2} />;
  const { products, lost, firstLost, options } = check.data;
  return (
    <section aria-label={m.db_feature_convert_outcome()} aria-busy={isOld || undefined}>
      <p className="strong" role="status">
        {products === 0
          ? m.db_feature_convert_unsaid()
          : m.db_feature_convert_kept({ kept: count(products - lost), products: count(products) })}
      </p>
      {options.length > 0 && (
        <p className="muted">
          <bdi>{options.map(written).join(' · ')}</bdi>
        </p>
      )}
      {lost > 0 && (
        <>
          <p>{m.db_feature_convert_lost({ lost: count(lost) })}</p>
          <ul>
            {firstLost.map(({ value, products: having, productId, productName }) => (
              <li key={productId}>
                <bdi className="strong">{written(value)}</bdi> <bdi>{productName}</bdi>{' '}
                {having > 1 && (
                  <small className="muted">{m.db_feature_products({ products: count(having) })}</small>
                )}
              </li>
            ))}
          </ul>
          <label>
            <input
              type="checkbox"
              className={checkStyles.check}
              checked={mostLost === lost}
              disabled={isOld}
              onChange={({ target }) => onAgree(target.checked ? lost : 0)}
            />{' '}
            {m.db_feature_convert_drop()}
          </label>
        </>
      )}
    </section>
  );
}
