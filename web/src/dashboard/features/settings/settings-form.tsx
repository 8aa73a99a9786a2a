import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { fieldErrors } from '../../data/messages.ts';
import { type OneSettings, oneOf, settingsQuery } from '../../data/settings.ts';
import type { ShopSettings, ShopSettingsChange } from '../../data/types.ts';
import { type Change, changedBy } from '../../recipe/form/change.ts';
import { TextField } from '../../recipe/form/fields.tsx';
import { ConflictNote } from '../../recipe/form/form-notes.tsx';
import { RecordFormFrame } from '../../recipe/form/record-form.tsx';
import { useRecordForm } from '../../recipe/form/use-record-form.ts';
import { LanguageFields } from '../../recipe/inputs/language-fields.tsx';
import { useAllowed } from '../../session/use-session.ts';
import {
  bodyOf,
  COOLDOWN_SECONDS,
  draftOf,
  HOLD_HOURS,
  isIdentityTold,
  isTime,
  type SettingsDraft,
} from './draft.ts';
import { IdentityFields } from './identity-fields.tsx';
import { PromiseList } from './promise-list.tsx';
import { PromoMessages } from './promo-messages.tsx';
import { SettingsPanel } from './settings-panel.tsx';

const NAMES: Record<string, () => string> = {
  shopName: m.db_settings_name,
  phone: m.db_settings_phone,
  openingHours: m.db_settings_hours,
  activeAddToCart: m.db_settings_cart,
  priceBasis: m.db_settings_basis,
  showLowestPrice: m.db_settings_lowest,
  promoMessages: m.db_settings_messages,
  promises: m.db_settings_promises,
  cooldownSeconds: m.db_settings_cooldown,
  holdHours: m.db_settings_hold,
  identity: m.db_identity,
};

const nameOf = (path: string) => NAMES[path.split('.')[0] ?? '']?.() ?? path;
const LONGEST_LINE = 300;

/** Name, phone, hours, who sells and how, the shop's messages and promises, saved together. */
export function SettingsForm({ settings }: { settings: ShopSettings }) {
  const form = useSettingsForm(settings);
  const seesOrders = useAllowed()('orders.confirm');
  const { draft, error, isTried } = form;
  const set = (change: Change<SettingsDraft>) => form.edit(changedBy(change));
  const needed = (language: string, text: string) =>
    isTried && language === 'fr' && !text.trim() ? [m.db_field_required()] : [];
  const errorsAt = (field: string) => fieldErrors(error, field);
  return (
    <RecordFormFrame form={form} nameOf={nameOf} mayWrite>
      <SettingsPanel title={m.db_settings_shop()}>
        <LanguageFields
          legend={m.db_settings_name()}
          value={draft.shopName}
          maxLength={LONGEST_LINE}
          errorsAt={(language) => [
            ...needed(language, draft.shopName.fr),
            ...errorsAt(`shopName.${language}`),
          ]}
          deciding={form}
          path="shopName"
          onEdit={(edit) => set(({ shopName }) => ({ shopName: edit(shopName) }))}
        />
        <TextField
          form={{ draft, set, errorsAt, deciding: form }}
          at="phone"
          label={m.db_settings_phone()}
          hint={m.db_settings_phone_hint()}
          type="tel"
          dir="ltr"
          maxLength={LONGEST_LINE}
        />
        <LanguageFields
          legend={m.db_settings_hours()}
          value={draft.openingHours}
          maxLength={LONGEST_LINE}
          errorsAt={(language) => errorsAt(`openingHours.${language}`)}
          deciding={form}
          path="openingHours"
          onEdit={(edit) => set(({ openingHours }) => ({ openingHours: edit(openingHours) }))}
        />
      </SettingsPanel>
      {/* Saved as a whole: where nothing was told of it, what is there would be lost. */}
      {isIdentityTold(settings) && (
        <IdentityFields
          identity={draft.identity}
          maxLength={LONGEST_LINE}
          errorsAt={errorsAt}
          deciding={form}
          onChange={(change) => set(({ identity }) => ({ identity: { ...identity, ...change } }))}
        />
      )}
      <SettingsPanel title={m.db_settings_selling()}>
        <Selling draft={draft} set={set} form={form} />
        {seesOrders && <Waiting draft={draft} set={set} form={form} />}
      </SettingsPanel>
      <SettingsPanel title={m.db_settings_messages()}>
        <PromoMessages
          messages={draft.promoMessages}
          isTried={isTried}
          errors={errorsAt('promoMessages')}
          onEdit={(edit) => set(({ promoMessages }) => ({ promoMessages: edit(promoMessages) }))}
        />
        <ConflictNote form={form} path="promoMessages" words={countWords} />
      </SettingsPanel>
      <SettingsPanel title={m.db_settings_promises()}>
        <PromiseList
          promises={draft.promises}
          isTried={isTried}
          errors={errorsAt('promises')}
          onEdit={(edit) => set(({ promises }) => ({ promises: edit(promises) }))}
        />
        <ConflictNote form={form} path="promises" words={countWords} />
      </SettingsPanel>
    </RecordFormFrame>
  );
}

/** Of a list that two changed, what theirs says in French. */
function countWords(theirs: readonly { fr?: string; title?: { fr: string } }[]): string {
  return theirs.map(({ fr, title }) => fr ?? title?.fr ?? '').join(' · ');
}

interface SellingProps {
  draft: SettingsDraft;
  set: (change: Change<SettingsDraft>) => void;
  form: ReturnType<typeof useSettingsForm>;
}

/** Whether there is a cart, what prices are, and whether it is said what they were. */
function Selling({ draft, set, form }: SellingProps) {
  return (
    <>
      <Field
        label={m.db_settings_cart()}
        errors={fieldErrors(form.error, 'activeAddToCart')}
        note={<ConflictNote form={form} path="activeAddToCart" words={cartWord} />}
      >
        {(control) => (
          <select
            {...control}
            className={fieldStyles.input}
            value={String(draft.activeAddToCart)}
            onChange={({ target }) => set({ activeAddToCart: target.value === 'true' })}
          >
            <option value="true">{cartWord(true)}</option>
            <option value="false">{cartWord(false)}</option>
          </select>
        )}
      </Field>
      <Field
        label={m.db_settings_basis()}
        hint={m.db_settings_basis_hint()}
        errors={fieldErrors(form.error, 'priceBasis')}
        note={<ConflictNote form={form} path="priceBasis" words={basisWord} />}
      >
        {(control) => (
          <select
            {...control}
            className={fieldStyles.input}
            value={draft.priceBasis}
            onChange={({ target }) => set({ priceBasis: target.value })}
          >
            <option value="ht">{basisWord('ht')}</option>
            <option value="ttc">{basisWord('ttc')}</option>
          </select>
        )}
      </Field>
      <Field
        label={m.db_settings_lowest()}
        hint={m.db_settings_lowest_hint()}
        errors={fieldErrors(form.error, 'showLowestPrice')}
        note={<ConflictNote form={form} path="showLowestPrice" words={lowestWord} />}
      >
        {(control) => (
          <select
            {...control}
            className={fieldStyles.input}
            value={String(draft.showLowestPrice)}
            onChange={({ target }) => set({ showLowestPrice: target.value === 'true' })}
          >
            <option value="true">{lowestWord(true)}</option>
            <option value="false">{lowestWord(false)}</option>
          </select>
        )}
      </Field>
    </>
  );
}

/** How long orders wait; what is left empty is as the installation has it. */
function Waiting({ draft, set, form }: SellingProps) {
  const range = (at: 'cooldownSeconds' | 'holdHours', bounds: { min: number; max: number }) =>
    isTime(draft[at], bounds) ? [] : [m.db_settings_time_range(bounds)];
  const errorsAt = (at: string) => [
    ...(at === 'cooldownSeconds' ? range(at, COOLDOWN_SECONDS) : []),
    ...(at === 'holdHours' ? range(at, HOLD_HOURS) : []),
    ...fieldErrors(form.error, at),
  ];
  const fields = { draft, set, errorsAt, deciding: form };
  return (
    <>
      <TextField
        form={fields}
        at="cooldownSeconds"
        label={m.db_settings_cooldown()}
        hint={m.db_settings_cooldown_hint(COOLDOWN_SECONDS)}
        inputMode="numeric"
        dir="ltr"
        maxLength={5}
        placeholder="100"
      />
      <TextField
        form={fields}
        at="holdHours"
        label={m.db_settings_hold()}
        hint={m.db_settings_hold_hint(HOLD_HOURS)}
        inputMode="numeric"
        dir="ltr"
        maxLength={5}
        placeholder="72"
      />
    </>
  );
}

function cartWord(isOn: boolean): string {
  return isOn ? m.db_settings_cart_on() : m.db_settings_cart_off();
}

function lowestWord(isShown: boolean): string {
  return isShown ? m.db_settings_lowest_on() : m.db_settings_lowest_off();
}

function basisWord(basis: string): string {
  return basis === 'ttc' ? m.db_settings_basis_ttc() : m.db_settings_basis_ht();
}

function useSettingsForm(settings: ShopSettings) {
  return useRecordForm<OneSettings, SettingsDraft, ShopSettingsChange>(oneOf(settings), {
    kind: 'settings',
    draftOf,
    bodyOf,
    send: async (body) => {
      const { data } = await client.PATCH('/dashboard/api/settings', { body });
      return oneOf(data ?? settings);
    },
    keyOf: () => settingsQuery.queryKey,
    lists: ['/dashboard/api/setup'],
    onSaved: () => told(m.db_settings_saved()),
  });
}
