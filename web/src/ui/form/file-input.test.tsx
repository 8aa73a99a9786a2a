import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Direction } from 'radix-ui';
import { describe, expect, it, vi } from 'vitest';
import { directionOf, startLocale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Field } from './field.tsx';
import { FileInput } from './file-input.tsx';

const file = new File(['a'], 'logo.png', { type: 'image/png' });

describe.each(['fr', 'ar', 'en'] as const)('a file, in %s', (locale) => {
  function show(progress?: number) {
    startLocale(locale);
    const onFile = vi.fn();
    render(
      <Direction.Provider dir={directionOf(locale)}>
        <Field label="Logo">
          {(control) => (
            <FileInput
              control={control}
              accept={['image/png']}
              allowed={m.db_picture_allowed()}
              onFile={onFile}
              {...(progress !== undefined && { progress })}
            />
          )}
        </Field>
      </Direction.Provider>,
    );
    return onFile;
  }

  it('is chosen by our own words, with what is allowed said before', async () => {
    const onFile = show();
    expect(screen.getByLabelText('Logo')).toHaveAccessibleDescription(m.db_picture_allowed());
    await userEvent.upload(screen.getByText(m.db_file_choose()), file);
    expect(onFile).toHaveBeenCalledExactlyOnceWith(file);
    // The same file again.
    await userEvent.upload(screen.getByLabelText('Logo'), file);
    expect(onFile).toHaveBeenCalledTimes(2);
  });

  it('is dropped', () => {
    const onFile = show();
    fireEvent.drop(screen.getByText(m.db_picture_allowed()), { dataTransfer: { files: [file] } });
    expect(onFile).toHaveBeenCalledExactlyOnceWith(file);
  });

  it('takes no other while one is sent, and says how far that is', () => {
    const onFile = show(0.5);
    expect(screen.getByRole('progressbar')).toHaveAccessibleName(/50/);
    expect(screen.getByLabelText('Logo')).toBeDisabled();
    fireEvent.drop(screen.getByText(m.db_picture_allowed()), { dataTransfer: { files: [file] } });
    expect(onFile).not.toHaveBeenCalled();
  });
});
