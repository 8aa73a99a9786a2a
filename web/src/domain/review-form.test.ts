import { describe, expect, it } from 'vitest';
import { EMPTY_REVIEW, problemsOf, type ReviewForm, readReview } from './review-form.ts';

const filled: ReviewForm = {
  name: 'Amina',
  email: 'amina@example.dz',
  phone: '0550123456',
  purchaseDate: '2026-01-02',
  rating: 4,
  text: 'Il sent bon',
  boughtHere: true,
  acceptedPolicy: true,
};

describe('what is wrong with a review', () => {
  it('is that all but the rating of an empty one is missing', () => {
    const required = Object.fromEntries(
      ['name', 'email', 'phone', 'purchaseDate', 'text'].map((field) => [field, 'required']),
    );
    expect(problemsOf(EMPTY_REVIEW)).toEqual({ ...required, boughtHere: 'tick', acceptedPolicy: 'tick' });
  });

  it('is what is blank, half a phone number or an address, and what is not checked', () => {
    expect(problemsOf(filled)).toEqual({});
    expect(problemsOf({ ...filled, text: ' \n' })).toEqual({ text: 'required' });
    expect(problemsOf({ ...filled, phone: '05501' })).toEqual({ phone: 'phone' });
    expect(problemsOf({ ...filled, email: 'amina@' })).toEqual({ email: 'email' });
    expect(problemsOf({ ...filled, boughtHere: false })).toEqual({ boughtHere: 'tick' });
  });
});

describe('a kept review', () => {
  it('comes back as it was', () => expect(readReview(JSON.parse(JSON.stringify(filled)))).toEqual(filled));

  it('falls back to the empty one where it is garbled', () => {
    expect(readReview(null)).toEqual(EMPTY_REVIEW);
    expect(readReview({ ...filled, rating: 9, name: 5, other: 1 })).toEqual({
      ...filled,
      rating: 5,
      name: '',
    });
  });
});
