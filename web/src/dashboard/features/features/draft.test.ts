import { describe, expect, it } from 'vitest';
import type { Feature } from '../../data/types.ts';
import type { Option } from '../../recipe/inputs/options.ts';
import { bodyOf, draftOf, NEW_FEATURE } from './draft.ts';

const texts = (fr: string) => ({ fr, ar: '', en: '' });
const option = (id: string, fr: string): Option => ({ id, name: texts(fr), color: '' });
const cloth: Feature = {
  ...NEW_FEATURE,
  id: 'f',
  version: 3,
  input: 'choice',
  name: texts('Tissu'),
  options: [{ id: 'l', name: texts('Lin') }],
  position: 2,
};

describe('a feature', () => {
  it('sends what changed and nothing else', () => {
    expect(bodyOf(cloth, draftOf(cloth))).toEqual({ version: 3 });
    const draft = { ...draftOf(cloth), options: [option('c', 'Coton'), option('l', 'Lin')], position: '7' };
    expect(bodyOf(cloth, draft)).toEqual({
      version: 3,
      options: [
        { id: 'c', name: texts('Coton') },
        { id: 'l', name: texts('Lin') },
      ],
      position: 7,
    });
  });
  it('sends a unit with numbers only and options with choices only, whatever was typed before', () => {
    const typed = {
      ...draftOf(NEW_FEATURE),
      name: texts('Poids'),
      unit: texts('kg'),
      options: [option('l', '')],
    };
    expect(bodyOf(NEW_FEATURE, { ...typed, input: 'number' })).toEqual({
      version: 0,
      name: texts('Poids'),
      unit: texts('kg'),
    });
    expect(bodyOf(NEW_FEATURE, { ...typed, input: 'yes_no' })).toEqual({ version: 0, name: texts('Poids') });
    expect(bodyOf(NEW_FEATURE, { ...typed, input: 'choice' })).toBeNull();
  });
  it.each([
    [{ name: texts(' ') }],
    [{ options: [option('l', 'Lin'), option('m', ' lin')] }],
    [{ position: '' }],
    [{ position: '1,5' }],
  ])('sends nothing while something is missing or can’t be read: %j', (wrong) => {
    expect(bodyOf(cloth, { ...draftOf(cloth), ...wrong })).toBeNull();
  });
});
