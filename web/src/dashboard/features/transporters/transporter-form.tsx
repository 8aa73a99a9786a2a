import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import { Switch } from '@/ui/rich/switch.tsx';
import { fieldErrors } from '../../data/messages.ts';
import type { TransporterDetail } from '../../data/types.ts';
import { TextField } from '../../recipe/form/fields.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { PictureField } from '../../recipe/inputs/picture-field.tsx';
import type { TransporterDraft } from './draft.ts';
import { withRead } from './tariff-csv.ts';
import { TariffFile } from './tariff-file.tsx';
import { TariffGrid } from './tariff-grid.tsx';
import { useTransporterForm } from './use-transporter.ts';

const NAMES: Record<string, () => string> = {
  name: m.db_transporter_name,
  logo: m.db_transporter_logo,
  isActive: m.db_transporter_offered,
  tariffs: m.db_tariffs_title,
};

/** Where a conflict stands: `tariffs.16--home.price` is one of the prices. */
const nameOf = (path: string) => NAMES[path.split('.')[0] ?? '']?.() ?? path;

/** Name, logo, whether shoppers can choose it, and what it takes where, saved together. */
export function TransporterForm({ transporter }: { transporter: TransporterDetail }) {
  const form = useTransporterForm(transporter);
  const { draft, error, isTried } = form;
  const set = (change: Partial<TransporterDraft>) => form.edit((before) => ({ ...before, ...change }));
  const errorsAt = (field: string) =>
    field === 'name' && isTried && !draft.name.trim() ? [m.db_field_required()] : fieldErrors(error, field);
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite>
      <TextField
        form={{ draft, set, errorsAt, deciding: form }}
        at="name"
        label={m.db_transporter_name()}
        maxLength={100}
      />
      <PictureField
        label={m.db_transporter_logo()}
        value={draft.logo}
        errors={errorsAt('logo')}
        note={<ConflictNote form={form} path="logo" words={logoWords} />}
        onChange={(logo) => set({ logo })}
      />
      <div className={fieldStyles.field}>
        <span className={stateStyles.state}>
          <Switch
            label={m.db_transporter_offered()}
            checked={draft.isActive}
            onChange={(isActive) => set({ isActive })}
          />
          <span aria-hidden>{m.db_transporter_offered()}</span>
        </span>
        <ConflictNote form={form} path="isActive" words={offeredWord} />
      </div>
      <h2>{m.db_tariffs_title()}</h2>
      <TariffFile
        transporterId={transporter.id}
        onRead={(read) => form.edit((before) => ({ ...before, tariffs: withRead(before.tariffs, read) }))}
      />
      <TariffGrid
        tariffs={draft.tariffs}
        edit={{ deciding: form, onChange: (tariffs) => set({ tariffs }) }}
      />
    </RecordFormFrame>
  );
}

/** Nothing for none: the note has words for that. */
function logoWords(logo: string) {
  return logo && <img src={logo} alt={m.db_transporter_logo()} />;
}

function offeredWord(isOffered: boolean): string {
  return isOffered ? m.db_transporter_on() : m.db_transporter_off();
}
