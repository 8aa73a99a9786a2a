import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { warehousesQuery } from '../../data/places.ts';
import { ROLES, roleWords } from '../../parts/role-words.ts';
import { ConflictNote, type Deciding } from '../../recipe/form/form-notes.tsx';

/** What is decided of an employee. */
export interface EmployeeDraft {
  name: string;
  roles: readonly string[];
  /** None means all. */
  warehouses: readonly string[];
}

/** As it is sent: without the warehouse role nobody is bound to any. */
export function rightsOf({ name, roles, warehouses }: EmployeeDraft) {
  return { name, roles: [...roles], warehouses: isBound(roles) ? [...warehouses] : [] };
}

function isBound(roles: readonly string[]): boolean {
  return roles.includes('warehouse');
}

interface EmployeeFieldsProps {
  draft: EmployeeDraft;
  /** What is wrong at a field, in words. */
  errorsAt: (field: keyof EmployeeDraft) => readonly string[];
  onChange: (draft: EmployeeDraft) => void;
  /** What others changed too, of an account that there is. */
  deciding?: Deciding;
}

/** Name, roles, and for the warehouse role the warehouses that it is bound to. */
export function EmployeeFields({ draft, errorsAt, onChange, deciding }: EmployeeFieldsProps) {
  return (
    <>
      <Field
        label={m.db_employee_name()}
        errors={errorsAt('name')}
        note={<ConflictNote form={deciding} path="name" />}
      >
        {(control) => (
          <input
            {...control}
            className={fieldStyles.input}
            maxLength={60}
            value={draft.name}
            onChange={(event) => onChange({ ...draft, name: event.target.value })}
          />
        )}
      </Field>
      <Choices
        legend={m.db_employee_roles()}
        options={Object.entries(ROLES).map(([value, word]) => ({ value, label: word() }))}
        chosen={draft.roles}
        errors={errorsAt('roles')}
        note={<ConflictNote form={deciding} path="roles" words={roleWords} />}
        onChange={(roles) => onChange({ ...draft, roles })}
      />
      {(isBound(draft.roles) || deciding?.conflicts.some(({ path }) => path === 'warehouses')) && (
        <Warehouses
          chosen={draft.warehouses}
          errors={errorsAt('warehouses')}
          onChange={(warehouses) => onChange({ ...draft, warehouses })}
          deciding={deciding}
        />
      )}
    </>
  );
}

interface WarehousesProps {
  chosen: readonly string[];
  errors: readonly string[];
  onChange: (chosen: string[]) => void;
  deciding: Deciding | undefined;
}

function Warehouses({ chosen, errors, onChange, deciding }: WarehousesProps) {
  const warehouses = useQuery(warehousesQuery);
  const words = (ids: readonly string[]) =>
    (warehouses.data ?? [])
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(', ');
  if (warehouses.isError) return <p className={fieldStyles.error}>{m.db_employee_warehouses_error()}</p>;
  return (
    <Choices
      legend={m.db_employee_warehouses()}
      hint={m.db_employee_warehouses_hint()}
      options={(warehouses.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      chosen={chosen}
      errors={errors}
      note={<ConflictNote form={deciding} path="warehouses" words={words} />}
      onChange={onChange}
    />
  );
}

interface ChoicesProps {
  legend: string;
  hint?: string;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  errors?: readonly string[];
  note?: ReactNode;
  onChange: (chosen: string[]) => void;
}

function Choices({ legend, hint, options, chosen, errors = [], note, onChange }: ChoicesProps) {
  const toggled = (value: string, isOn: boolean) =>
    options
      .map((option) => option.value)
      .filter((other) => (other === value ? isOn : chosen.includes(other)));
  return (
    <fieldset className={`${fieldStyles.field} ${fieldStyles.choices}`}>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value}>
          <input
            type="checkbox"
            className={checkStyles.check}
            checked={chosen.includes(value)}
            onChange={(event) => onChange(toggled(value, event.target.checked))}
          />
          <bdi>{label}</bdi>
        </label>
      ))}
      {note}
      {errors.length > 0 ? (
        <span className={fieldStyles.error}>{errors.join(' ')}</span>
      ) : (
        hint && <span className={fieldStyles.hint}>{hint}</span>
      )}
    </fieldset>
  );
}
