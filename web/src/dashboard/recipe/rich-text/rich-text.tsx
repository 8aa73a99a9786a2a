/** A text with form, as a field has it: what writes it comes with the first form that needs it. */
import { Suspense } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { lazyPart } from '@/lib/lazy-part.ts';
import { PartBoundary } from '@/lib/part-boundary.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { Bones } from '@/ui/rich/states.tsx';
import { type LanguageText, PlainText } from '../inputs/language-fields.tsx';

const RichEditor = lazyPart(async () => (await import('./rich-editor.tsx')).RichEditor);

export function RichText(text: LanguageText) {
  return (
    <PartBoundary instead={(retry) => <AsHtml text={text} onRetry={retry} />}>
      <Suspense fallback={<Bones rows={4} />}>
        <RichEditor {...text} />
      </Suspense>
    </PartBoundary>
  );
}

/** Where the editor does not come, the text is there all the same. */
function AsHtml({ text, onRetry }: { text: LanguageText; onRetry: () => void }) {
  return (
    <>
      <PlainText rows={12} {...text} />
      <p className={`${noteStyles.note} ${noteStyles.warn} ${noteStyles.staleNote}`} role="status">
        <span className="grow">{m.db_rich_missing()}</span>
        <button type="button" className={buttonStyles.button} onClick={onRetry}>
          {m.db_retry()}
        </button>
      </p>
    </>
  );
}
