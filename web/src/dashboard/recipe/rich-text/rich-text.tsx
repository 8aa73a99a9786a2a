/** A text with form, as a field has it: what writes it comes with the first form that needs it. */
import { lazy, Suspense } from 'react';
import { Bones } from '@/ui/rich/states.tsx';
import { type LanguageText, PlainText } from '../inputs/language-fields.tsx';

/** Where it does not come, the text is there all the same. */
const AsHtml = (text: LanguageText) => <PlainText rows={12} {...text} />;

const RichEditor = lazy(async () => {
  const part = await import('./rich-editor.tsx').catch(() => null);
  return { default: part?.RichEditor ?? AsHtml };
});

export function RichText(text: LanguageText) {
  return (
    <Suspense fallback={<Bones rows={4} />}>
      <RichEditor {...text} />
    </Suspense>
  );
}
