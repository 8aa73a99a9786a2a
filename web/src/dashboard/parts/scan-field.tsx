import { type KeyboardEvent, useState } from 'react';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';

/** What became of a code. */
export interface Heard {
  words: string;
  isWrong: boolean;
}

interface ScanFieldProps {
  label: string;
  hint: string;
  onCode: (code: string) => Promise<Heard>;
}

/** Where a scanner writes, or fingers: Enter ends a code. It keeps the focus, and says what became of the last one. */
export function ScanField({ label, hint, onCode }: ScanFieldProps) {
  const [code, setCode] = useState('');
  const [heard, setHeard] = useState<Heard>();
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    const isCode = code.trim() !== '';
    // With Ctrl it sends the form around it, unless a code stands here: that is not in it yet.
    if (!isCode && (event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!isCode) return;
    setCode('');
    setHeard(undefined);
    void onCode(code.trim()).then(setHeard);
  };
  return (
    <div>
      <Field label={label} hint={hint}>
        {(control) => (
          <input
            {...control}
            className={fieldStyles.input}
            dir="ltr"
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={code}
            onChange={({ target }) => setCode(target.value)}
            onKeyDown={press}
          />
        )}
      </Field>
      {/* There before it says anything, for only what becomes of it is read out. */}
      <p role="status" className={heard?.isWrong ? fieldStyles.error : 'small strong'}>
        {heard?.words ?? '\u00a0'}
      </p>
    </div>
  );
}
