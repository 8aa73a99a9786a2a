import { isColor, READABLE } from '@/domain/contrast.ts';
import { oneDecimal } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { fieldErrors } from '../../data/messages.ts';
import { type OneSettings, oneOf, settingsQuery } from '../../data/settings.ts';
import type { ShopSettings, ShopSettingsChange } from '../../data/types.ts';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { useRecordForm } from '../../recipe/form/use-record-form.ts';
import { PictureField } from '../../recipe/inputs/picture-field.tsx';
import { ICON } from '../../recipe/inputs/small-picture.ts';
import { bodyOf, draftOf, type LookDraft, PICTURES, type Picture } from './draft.ts';
import { DEFAULTS, isReadable, VARIABLES, type Variable, worstContrast } from './palette.ts';
import * as styles from './theme-form.module.css';
import { ThemePreview } from './theme-preview.tsx';

const WORDS: Record<Variable, () => string> = {
  brand: m.db_theme_brand,
  primary: m.db_theme_primary,
  secondary: m.db_theme_secondary,
  text: m.db_theme_text,
  heading: m.db_theme_heading,
  'grey-1': m.db_theme_grey,
  success: m.db_theme_success,
  warning: m.db_theme_warning,
  danger: m.db_theme_danger,
  info: m.db_theme_info,
};

const PICTURE_WORDS: Record<Picture, readonly [name: () => string, hint: () => string]> = {
  logo: [m.db_theme_logo, m.db_theme_logo_hint],
  favicon: [m.db_theme_favicon, m.db_theme_favicon_hint],
};

function nameOf(path: string): string {
  return WORDS[path as Variable]?.() ?? PICTURE_WORDS[path as Picture]?.[0]() ?? path;
}

/** Logo, favicon, and a colour for each variable, with how well it is read, beside what they make together. */
export function ThemeForm({ settings }: { settings: ShopSettings }) {
  const form = useThemeForm(settings);
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite>
      <div className={styles.themeEditor}>
        <div className={`${layoutStyles.stack} ${layoutStyles.stackWide}`}>
          {PICTURES.map((at) => (
            <ShopPicture key={at} form={form} at={at} />
          ))}
          {VARIABLES.map((name) => (
            <ColorField key={name} form={form} name={name} />
          ))}
          <div className={headsStyles.acts}>
            <button
              type="button"
              className={buttonStyles.button}
              onClick={() => form.edit((draft) => ({ ...draft, ...DEFAULTS }))}
            >
              {m.db_theme_reset()}
            </button>
          </div>
        </div>
        <ThemePreview name={settings.shopName.fr} logo={form.draft.logo} palette={form.draft} />
      </div>
    </RecordFormFrame>
  );
}

interface ShopPictureProps {
  form: ReturnType<typeof useThemeForm>;
  at: Picture;
}

function ShopPicture({ form, at }: ShopPictureProps) {
  const [name, hint] = PICTURE_WORDS[at];
  // Nothing for none: the note has words for that.
  const words = (picture: string) => picture && <img src={picture} alt={name()} />;
  return (
    <PictureField
      label={name()}
      hint={hint()}
      value={form.draft[at]}
      {...(at === 'favicon' && { bounds: ICON })}
      errors={fieldErrors(form.error, at)}
      note={<ConflictNote form={form} path={at} words={words} />}
      onChange={(picture) => form.edit((draft) => ({ ...draft, [at]: picture }))}
    />
  );
}

interface ColorFieldProps {
  form: ReturnType<typeof useThemeForm>;
  name: Variable;
}

/** Chosen by eye or typed as `#rrggbb`. */
function ColorField({ form, name }: ColorFieldProps) {
  const { draft } = form;
  const set = (color: string) => form.edit((before) => ({ ...before, [name]: color }));
  const worst = worstContrast(draft, name);
  // The ground is measured with the texts that stand on it.
  const readable = name === 'grey-1' ? undefined : m.db_theme_made_readable();
  const ratio = worst === null ? readable : m.db_theme_contrast({ ratio: oneDecimal(worst) });
  const wrong = mistakeOf(draft, name);
  return (
    <Field
      label={WORDS[name]()}
      hint={ratio}
      errors={[...(wrong ? [wrong] : []), ...fieldErrors(form.error, `theme.${name}`)]}
      note={<ConflictNote form={form} path={name} />}
    >
      {(control) => (
        <span className={styles.colorInput}>
          <input
            type="color"
            aria-label={m.db_theme_choose({ name: WORDS[name]() })}
            value={draft[name].toLowerCase()}
            onChange={({ target }) => set(target.value)}
          />
          <input
            {...control}
            className={fieldStyles.input}
            dir="ltr"
            maxLength={7}
            spellCheck={false}
            value={draft[name]}
            onChange={({ target }) => set(target.value.trim())}
          />
        </span>
      )}
    </Field>
  );
}

function mistakeOf(draft: LookDraft, name: Variable): string | undefined {
  if (!isColor(draft[name])) return m.db_theme_no_color();
  return isReadable(draft, name) ? undefined : m.db_theme_unreadable({ ratio: oneDecimal(READABLE) });
}

function useThemeForm(settings: ShopSettings) {
  return useRecordForm<OneSettings, LookDraft, ShopSettingsChange>(oneOf(settings), {
    kind: 'theme',
    draftOf,
    bodyOf,
    send: async (body) => {
      const { data } = await client.PATCH('/dashboard/api/settings', { body });
      return oneOf(data ?? settings);
    },
    keyOf: () => settingsQuery.queryKey,
    lists: [],
    onSaved: () => told(m.db_theme_saved()),
  });
}
