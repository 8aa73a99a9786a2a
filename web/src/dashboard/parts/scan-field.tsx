import { type KeyboardEvent, useRef, useState } from 'react';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';

/** What became of a code. */
export interface Heard {
  words: string;
  isWrong: boolean;
  /** Id of the row that it hit, which comes into sight. */
  row?: string;
}

interface ScanFieldProps {
  label: string;
  hint: string;
  /** Words are looked for too, in whatever direction they are written. */
  hasWords?: boolean;
  onCode: (code: string) => Promise<Heard>;
}

/** Where a scanner writes, or fingers: Enter ends a code. It keeps the focus, and says what became of the last one. */
export function ScanField({ label, hint, hasWords = false, onCode }: ScanFieldProps) {
  const [code, setCode] = useState('');
  const [heard, setHeard] = useState<Heard>();
  const codes = useRef(0);
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
    codes.current += 1;
    const own = codes.current;
    void onCode(code.trim()).then((answer) => {
      // Some take longer than those after them: only of the last is there anything to say.
      if (own !== codes.current) return;
      setHeard(answer);
      if (answer.row) document.getElementById(answer.row)?.scrollIntoView?.({ block: 'nearest' });
    });
  };
  return (
    <div>
      <Field label={label} hint={hint}>
        {(control) => (
          <input
            {...control}
            className={fieldStyles.input}
            dir={hasWords ? 'auto' : 'ltr'}
            data-scan
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

/**
 * A scanner writes into what has the focus and ends with Enter: in a quantity, Enter sends nothing, and what is no digit belongs
 * to a code.
 */
export function toTheScanner(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLInputElement) || event.ctrlKey || event.metaKey || event.altKey) return;
  const isEnter = event.key === 'Enter';
  if (isEnter) event.preventDefault();
  if (isEnter || /^[^\p{Nd}]$/u.test(event.key)) scanFieldIn(event.currentTarget.closest('form'))?.focus();
}

export function scanFieldIn(form: HTMLFormElement | null) {
  return form?.querySelector<HTMLInputElement>('[data-scan]');
}
