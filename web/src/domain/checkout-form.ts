/** The order form: its fields, which of them an order needs, and when each is right (spec 5). */
import { isEmail } from './email.ts';
import { isPhone } from './phone-dz.ts';

export interface CheckoutForm {
  readonly lastname: string;
  readonly firstname: string;
  /** National digits: `0555123456`. */
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  readonly wilaya: string;
  readonly commune: string;
  readonly transporter: string;
  readonly deliveryType: DeliveryType | '';
}

export type DeliveryType = 'home' | 'desk';
export type FieldName = Exclude<keyof CheckoutForm, 'deliveryType'>;
/** Why a field is not right; each has its text in every language. */
export type FieldProblem = 'required' | 'name' | 'phone' | 'email' | 'address';

export const EMPTY_FORM: CheckoutForm = {
  lastname: '',
  firstname: '',
  phone: '',
  email: '',
  address: '',
  wilaya: '',
  commune: '',
  transporter: '',
  deliveryType: '',
};

/** In the order in which the form shows them. */
export const FIELDS: readonly FieldName[] = [
  'lastname',
  'firstname',
  'phone',
  'wilaya',
  'commune',
  'transporter',
  'address',
  'email',
];

/** Spec 5, "Mandatory for submit". */
const MANDATORY: readonly FieldName[] = [
  'lastname',
  'firstname',
  'phone',
  'wilaya',
  'commune',
  'transporter',
];

/** Characters; the shop takes no longer one. */
export const ADDRESS_MAX = 250;

const NAME = /^[\p{L}\p{M}\s]+$/u;

function isName(text: string): boolean {
  const name = text.trim().replace(/\s+/g, ' ');
  const letters = [...name.replace(/\p{M}/gu, '')].length;
  return NAME.test(name) && letters >= 3 && letters <= 20;
}

/** The address is needed only where the parcel comes to the door. */
function isNeeded(field: FieldName, form: CheckoutForm): boolean {
  return MANDATORY.includes(field) || (field === 'address' && form.deliveryType === 'home');
}

/** What is wrong with a field, if anything. */
export function problemOf(field: FieldName, form: CheckoutForm): FieldProblem | undefined {
  const value = form[field].trim();
  if (value === '') return isNeeded(field, form) ? 'required' : undefined;
  if (field === 'lastname' || field === 'firstname') return isName(value) ? undefined : 'name';
  if (field === 'phone') return isPhone(value) ? undefined : 'phone';
  if (field === 'email') return isEmail(value) ? undefined : 'email';
  if (field === 'address') return [...value].length <= ADDRESS_MAX ? undefined : 'address';
  return undefined;
}

/** Needed fields that are still empty. */
export function missingFields(form: CheckoutForm): FieldName[] {
  return FIELDS.filter((field) => problemOf(field, form) === 'required');
}

/** Fields that are filled and not right. */
export function wrongFields(form: CheckoutForm): FieldName[] {
  return FIELDS.filter((field) => ![undefined, 'required'].includes(problemOf(field, form)));
}

/** All that keeps the form from being sent. */
export function formProblems(form: CheckoutForm): Partial<Record<FieldName, FieldProblem>> {
  const found = FIELDS.flatMap((field) => {
    const problem = problemOf(field, form);
    return problem ? [[field, problem] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Whether two forms say the same of who orders and where it goes. */
export function isSameForm(left: CheckoutForm, right: CheckoutForm): boolean {
  return (Object.keys(EMPTY_FORM) as (keyof CheckoutForm)[]).every((field) => left[field] === right[field]);
}

/** Choosing a place empties what depended on the former one. */
export function withField(form: CheckoutForm, field: FieldName, value: string): CheckoutForm {
  const noTransporter = { transporter: '', deliveryType: '' } as const;
  if (field === 'wilaya') return { ...form, wilaya: value, commune: '', ...noTransporter };
  if (field === 'commune') return { ...form, commune: value, ...noTransporter };
  return { ...form, [field]: value };
}

/** What belongs together: one person's name is nothing beside another's phone. */
const WHO = ['lastname', 'firstname', 'phone', 'email'] as const;
const WHERE = ['wilaya', 'commune', 'transporter', 'deliveryType', 'address'] as const;

/** A form with who orders and where to as another has them, each where it says nothing of that itself. */
export function filledFrom(form: CheckoutForm, other: CheckoutForm): CheckoutForm {
  const own = (fields: readonly (keyof CheckoutForm)[]) =>
    fields.some((field) => form[field] !== '')
      ? {}
      : Object.fromEntries(fields.map((field) => [field, other[field]]));
  return { ...form, ...own(WHO), ...own(WHERE) };
}

/** A draft cart is kept on the server once the shopper can be called back (spec 4). */
export function canDraft(form: CheckoutForm): boolean {
  return isPhone(form.phone) && form.lastname.trim() !== '' && form.firstname.trim() !== '';
}

/** Names are of letters and spaces (spec 5): what joins two in others, a hyphen or an apostrophe, becomes one. */
export function nameCharacters(typed: string): string {
  return typed.replace(/[-\u2010-\u2015'\u2018\u2019\u02bc`\u00b4]/g, ' ');
}

/** Drops what no address has (spec 5). */
export function emailCharacters(typed: string): string {
  return typed.replace(/[^a-zA-Z0-9@._%+-]/g, '');
}

/** Drops what can't be seen and the shop refuses: controls, and those that reorder text, which come along from messages. */
export function addressCharacters(typed: string): string {
  return typed.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '');
}
