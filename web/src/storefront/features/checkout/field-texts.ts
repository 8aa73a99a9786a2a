/** Names of the form's fields and what is said when one is not right. */
import { ADDRESS_MAX, type FieldName, type FieldProblem } from '@/domain/checkout-form.ts';
import { count } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';

const LABELS: Record<FieldName, () => string> = {
  lastname: m.sf_field_lastname,
  firstname: m.sf_field_firstname,
  phone: m.sf_field_phone,
  email: m.sf_field_email,
  address: m.sf_field_address,
  wilaya: m.sf_field_wilaya,
  commune: m.sf_field_commune,
  transporter: m.sf_field_transporter,
};

export function labelOf(field: FieldName): string {
  return LABELS[field]();
}

export function problemText(field: FieldName, problem: FieldProblem): string {
  switch (problem) {
    case 'required':
      return m.sf_required({ field: labelOf(field) });
    case 'name':
      return m.sf_problem_name();
    case 'phone':
      return m.sf_problem_phone();
    case 'email':
      return m.sf_problem_email();
    case 'address':
      return m.sf_problem_address({ n: count(ADDRESS_MAX) });
  }
}

export function isFieldName(name: string): name is FieldName {
  return name in LABELS;
}

/** Where a field is on the page, for links to it. */
export function fieldId(field: FieldName): string {
  return `order-${field}`;
}
