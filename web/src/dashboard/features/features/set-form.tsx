import { useQuery } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { featuresQuery } from '../../data/features.ts';
import type { FeatureSet } from '../../data/types.ts';
import { type Choices, choiceName } from '../../parts/choices.ts';
import { TextField } from '../../recipe/form/fields.tsx';
import { fieldsOf } from '../../recipe/form/fields-of.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { pathWords } from '../../recipe/form/path-words.ts';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { written } from '../../recipe/inputs/language-texts.ts';
import { RelationsPicker } from '../../recipe/inputs/relation-picker.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { LONGEST_SET_NAME, type SetDraft } from './set-draft.ts';
import { useSetForm } from './use-set.ts';

const nameOf = pathWords({ name: m.db_feature_set_name, features: m.db_features_title });

/** Name and features of a set, saved together. Which comes first in a data sheet is said by the features themselves. */
export function SetForm({ set }: { set: FeatureSet }) {
  const form = useSetForm(set);
  const mayWrite = useAllowed()('catalog.write');
  const choices: Choices = useQuery(featuresQuery).data?.map(({ id, name }) => ({ id, name: written(name) }));
  const fields = fieldsOf(form, { wrongAt, lists: ['features'] });
  const { features } = form.draft;
  const toggle = (id: string) => {
    const rest = features.filter((one) => one !== id);
    fields.set({ features: rest.length < features.length ? rest : [...features, id] });
  };
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite={mayWrite}>
      <TextField
        form={fields}
        at="name"
        label={m.db_feature_set_name()}
        hint={m.db_feature_set_name_hint()}
        maxLength={LONGEST_SET_NAME}
        dir="auto"
      />
      <RelationsPicker
        label={m.db_features_title()}
        of={choices}
        value={features}
        errors={fields.errorsAt('features')}
        note={
          <ConflictNote
            form={form}
            path="features"
            words={(theirs: readonly string[]) => theirs.map((id) => choiceName(choices, id)).join(' · ')}
          />
        }
        onToggle={({ id }) => toggle(id)}
      />
    </RecordFormFrame>
  );
}

/** What can't be sent. */
function wrongAt(path: string, draft: SetDraft, isTried: boolean): string[] | undefined {
  const isMissing = path === 'name' ? !draft.name.trim() : path === 'features' && draft.features.length === 0;
  return isTried && isMissing ? [m.db_field_required()] : undefined;
}
