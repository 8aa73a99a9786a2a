import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import type { LanguageText } from '../inputs/language-fields.tsx';
import { type LanguageTexts, NO_TEXTS } from '../inputs/language-texts.ts';
import { fieldsOf } from './fields-of.ts';
import { TextsField } from './record-fields.tsx';
import { useRecordForm } from './use-record-form.ts';

interface One {
  id: string;
  version: number;
  about: LanguageTexts;
}

const inputs: Partial<Record<string, LanguageText>> = {};

function Form({ one }: { one: One }) {
  const form = useRecordForm<One, { about: LanguageTexts }, object>(one, {
    kind: 'thing',
    draftOf: ({ about }) => ({ about }),
    bodyOf: () => null,
    send: async () => one,
    keyOf: () => ['thing'],
    lists: [],
    onSaved: () => undefined,
  });
  const fields = fieldsOf(form, { wrongAt: () => undefined });
  const input = (text: LanguageText) => {
    inputs[text.language] = text;
    return <p data-testid={text.language}>{text.value}</p>;
  };
  return <TextsField form={fields} at="about" nameOf={() => 'Texte'} most={500} input={input} />;
}

it('keeps what is written in two languages at once', () => {
  renderStaffScreen(<Form one={{ id: 'a', version: 1, about: NO_TEXTS }} />, { permissions: [] });
  // A picture lands in one while somebody writes in the other: both speak of the same page.
  act(() => {
    inputs.fr?.onChange('<p>Un</p>');
    inputs.ar?.onChange('<p>واحد</p>');
  });
  expect(screen.getByTestId('fr')).toHaveTextContent('<p>Un</p>');
  expect(screen.getByTestId('ar')).toHaveTextContent('<p>واحد</p>');
});
