import { describe, expect, it } from 'vitest';
import {
  ADDRESS_MAX,
  addressCharacters,
  canDraft,
  EMPTY_FORM,
  emailCharacters,
  filledFrom,
  formProblems,
  missingFields,
  problemOf,
} from './checkout-form.ts';

const whole = {
  ...EMPTY_FORM,
  lastname: 'Benali',
  firstname: 'Amina',
  phone: '0555123456',
  wilaya: '16',
  commune: '1601',
  transporter: 't1',
};

describe('names', () => {
  it.each(['Amina', 'أمينة', 'Aït Ali', 'مُحَمَّد', 'Ame\u0301lie'])('%s is one', (firstname) => {
    expect(problemOf('firstname', { ...whole, firstname })).toBeUndefined();
  });
  it.each(['Al', 'Jean-Paul', 'Ali3', 'a'.repeat(21)])('%s is none', (firstname) => {
    expect(problemOf('firstname', { ...whole, firstname })).toBe('name');
  });
});

it('names what is missing in the order of the form', () => {
  expect(missingFields(EMPTY_FORM)).toEqual([
    'lastname',
    'firstname',
    'phone',
    'wilaya',
    'commune',
    'transporter',
  ]);
  expect(missingFields(whole)).toEqual([]);
});

it('asks for an address only at the door', () => {
  expect(formProblems({ ...whole, deliveryType: 'home' })).toEqual({ address: 'required' });
  expect(formProblems({ ...whole, deliveryType: 'desk' })).toEqual({});
});

it('takes an address as long as the shop does, without what reorders its text', () => {
  expect(problemOf('address', { ...whole, address: 'é'.repeat(ADDRESS_MAX) })).toBeUndefined();
  expect(problemOf('address', { ...whole, address: 'é'.repeat(ADDRESS_MAX + 1) })).toBe('address');
  expect(addressCharacters('\u2067حي النصر\u2069, \u202a12\u202c\u0007 rue')).toBe('حي النصر, 12 rue');
  // Joiners belong to how words of some scripts are written.
  expect(addressCharacters('می\u200cخواهم')).toBe('می\u200cخواهم');
});

it('leaves e-mail optional but checks one that is given', () => {
  expect(problemOf('email', whole)).toBeUndefined();
  expect(problemOf('email', { ...whole, email: 'amina@' })).toBe('email');
  expect(problemOf('email', { ...whole, email: 'amina@example.dz' })).toBeUndefined();
  expect(emailCharacters('ami na@ex(a)mple.dz')).toBe('amina@example.dz');
});

it('fills in of another form what it says nothing of', () => {
  const sent = { ...whole, deliveryType: 'desk', email: 'amina@example.dz' } as const;
  expect(filledFrom(EMPTY_FORM, sent)).toEqual(sent);
  const elsewhere = { ...EMPTY_FORM, wilaya: '31' };
  expect(filledFrom(elsewhere, sent)).toEqual({
    ...sent,
    ...elsewhere,
    lastname: 'Benali',
    firstname: 'Amina',
    phone: whole.phone,
    email: sent.email,
  });
  const other = { ...EMPTY_FORM, firstname: 'Karim' };
  expect(filledFrom(other, sent)).toEqual({
    ...other,
    wilaya: '16',
    commune: '1601',
    transporter: 't1',
    deliveryType: 'desk',
  });
});

it('drafts once the shopper can be called back', () => {
  expect(canDraft(whole)).toBe(true);
  expect(canDraft({ ...whole, phone: '055512' })).toBe(false);
  expect(canDraft({ ...whole, lastname: ' ' })).toBe(false);
});
