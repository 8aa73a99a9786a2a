import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { ConflictNote, type Deciding } from '../../recipe/form/form-notes.tsx';
import type { SettingsDraft } from './draft.ts';
import { SettingsPanel } from './settings-panel.tsx';

type Identity = SettingsDraft['identity'];
type Part = keyof Identity;

const PARTS: readonly { part: Part; label: () => string; type?: 'email'; ltr?: boolean }[] = [
  { part: 'name', label: m.db_identity_name },
  { part: 'address', label: m.db_identity_address },
  { part: 'email', label: m.db_identity_email, type: 'email', ltr: true },
  { part: 'rc', label: m.db_identity_rc, ltr: true },
  { part: 'nif', label: m.db_identity_nif, ltr: true },
  { part: 'nis', label: m.db_identity_nis, ltr: true },
  { part: 'ai', label: m.db_identity_ai, ltr: true },
];

interface IdentityFieldsProps {
  identity: Identity;
  maxLength: number;
  errorsAt: (path: string) => readonly string[];
  deciding: Deciding;
  onChange: (change: Partial<Identity>) => void;
}

/** Who sells, as the law has a shop tell it. */
export function IdentityFields({ identity, maxLength, errorsAt, deciding, onChange }: IdentityFieldsProps) {
  return (
    <SettingsPanel title={m.db_identity()}>
      <p className={fieldStyles.hint}>{m.db_identity_hint()}</p>
      <div className={layoutStyles.langs}>
        {PARTS.map(({ part, label, type = 'text', ltr }) => (
          <Field
            key={part}
            label={label()}
            errors={errorsAt(`identity.${part}`)}
            note={<ConflictNote form={deciding} path={`identity.${part}`} />}
          >
            {(control) => (
              <input
                {...control}
                className={fieldStyles.input}
                type={type}
                dir={ltr ? 'ltr' : 'auto'}
                maxLength={maxLength}
                value={identity[part]}
                onChange={({ target }) => onChange({ [part]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </SettingsPanel>
  );
}
