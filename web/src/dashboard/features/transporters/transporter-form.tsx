import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { Switch } from '@/ui/rich/switch.tsx';
import type { TransporterDetail } from '../../data/types.ts';
import { TextField } from '../../recipe/form/fields.tsx';
import { fieldsOf } from '../../recipe/form/fields-of.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { pathWords } from '../../recipe/form/path-words.ts';
import { PictureOf } from '../../recipe/form/record-fields.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import type { TransporterDraft } from './draft.ts';
import { withRead } from './tariff-csv.ts';
import { TariffFile } from './tariff-file.tsx';
import { TariffGrid } from './tariff-grid.tsx';
import { useTransporterForm } from './use-transporter.ts';

/** `tariffs.16--home.price` is one of the prices. */
const nameOf = pathWords({
  name: m.db_transporter_name,
  logo: m.db_transporter_logo,
  isActive: m.db_transporter_offered,
  tariffs: m.db_tariffs_title,
});

/** Name, logo, whether shoppers can choose it, and what it takes where, saved together. */
export function TransporterForm({ transporter }: { transporter: TransporterDetail }) {
  const form = useTransporterForm(transporter);
  const { draft } = form;
  const fields = fieldsOf(form, { wrongAt });
  const { set } = fields;
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite>
      <TextField form={fields} at="name" label={m.db_transporter_name()} maxLength={100} />
      <PictureOf form={fields} at="logo" label={m.db_transporter_logo()} offersShopPictures={false} />
      <div className={fieldStyles.field}>
        <span className={headsStyles.acts}>
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
      <TariffGrid tariffs={draft.tariffs} edit={{ form, onChange: (tariffs) => set({ tariffs }) }} />
    </RecordFormFrame>
  );
}

/** What can't be sent. */
function wrongAt(path: string, { name }: TransporterDraft, isTried: boolean): string[] | undefined {
  return path === 'name' && isTried && !name.trim() ? [m.db_field_required()] : undefined;
}

function offeredWord(isOffered: boolean): string {
  return isOffered ? m.db_transporter_on() : m.db_transporter_off();
}
