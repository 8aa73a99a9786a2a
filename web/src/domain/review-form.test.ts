import { describe, expect, it } from 'vitest';
import { EMPTY_REVIEW, missingFields, type ReviewForm, readReview } from './review-form.ts';

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

describe('what is missing in a review', () => {
  it('is all but the rating of an empty one', () => {
    const all = ['name', 'email', 'phone', 'purchaseDate', 'text', 'boughtHere', 'acceptedPolicy'];
    expect(missingFields(EMPTY_REVIEW)).toEqual(all);
  });

  it('is what is blank, half a phone number and what is not checked', () => {
    expect(missingFields(filled)).toEqual([]);
    expect(missingFields({ ...filled, text: ' \n' })).toEqual(['text']);
    expect(missingFields({ ...filled, phone: '05501' })).toEqual(['phone']);
    expect(missingFields({ ...filled, boughtHere: false })).toEqual(['boughtHere']);
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
