import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { count } from '@/i18n/format.ts';
import { randomId } from '@/lib/random-id.ts';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { UntilRead } from './until-read.tsx';

/** What became of a code. */
export interface Heard {
  words: string;
  isWrong: boolean;
}

export interface Scanner {
  focus: () => void;
  /** A code that was written elsewhere. */
  hear: (code: string) => void;
  /** Takes for a code what stands here without its Enter. */
  finish: () => void;
  /** What became of a code after its answer. */
  tell: (heard: Heard) => void;
}

interface ScanFieldProps {
  label: string;
  hint: string;
  /** Words are looked for too, in whatever direction they are written. */
  hasWords?: boolean;
  onCode: (code: string) => Promise<Heard>;
  ref?: Ref<Scanner>;
}

/**
 * Where a scanner writes, or fingers: Enter ends a code. It keeps the focus, and says what became of the last one; of which
 * nothing became stands there until it is read, for that piece lies on the table uncounted.
 */
export function ScanField({ label, hint, hasWords = false, onCode, ref }: ScanFieldProps) {
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { heard, wrong, isAdding, hear, tell, forget } = useHeard(onCode);
  const isCode = code.trim() !== '';
  const take = () => {
    setCode('');
    hear(code.trim());
  };
  useImperativeHandle(ref, () => ({
    focus: () => input.current?.focus(),
    hear,
    // At once: whoever sends asks next whether a code is still looked for.
    finish: () => isCode && flushSync(take),
    tell,
  }));
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // With Ctrl it sends the form around it, unless a code stands here: that is not in it yet.
    if (!isCode && (event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    if (isCode) take();
  };
  return (
    <div data-adding={isAdding || undefined}>
      <Field label={label} hint={hint}>
        {(control) => (
          <input
            {...control}
            ref={input}
            className={fieldStyles.input}
            dir={hasWords ? 'auto' : 'ltr'}
            data-scan
            // On a phone that key leads to the next field, else, and is not heard.
            enterKeyHint="done"
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
      {wrong.map(({ id, words, times }) => (
        <UntilRead key={id} next={input} onRead={() => forget(id)}>
          {words}
          {times > 1 && `\u00a0×\u00a0${count(times)}`}
        </UntilRead>
      ))}
      {/* There before it says anything, for only what becomes of it is read out. */}
      <p role="status" className="small strong">
        {heard || '\u00a0'}
      </p>
    </div>
  );
}

interface Wrong {
  id: string;
  words: string;
  /** The same of as many codes. */
  times: number;
}

/** Some codes take longer than those after them: what is good is told of the last alone. */
function useHeard(onCode: ScanFieldProps['onCode']) {
  const [heard, setHeard] = useState('');
  const [wrong, setWrong] = useState<readonly Wrong[]>([]);
  const [waiting, setWaiting] = useState(0);
  const codes = useRef(0);
  const tell = ({ words, isWrong }: Heard, isLast = true) => {
    if (isWrong) setWrong((before) => withOneMore(before, words));
    else if (isLast) setHeard(words);
  };
  return {
    heard,
    wrong,
    /** Of some it isn't known yet. */
    isAdding: waiting > 0,
    hear: (code: string) => {
      setHeard('');
      codes.current += 1;
      const own = codes.current;
      setWaiting((before) => before + 1);
      void onCode(code)
        .then((answer) => tell(answer, own === codes.current))
        .finally(() => setWaiting((before) => before - 1));
    },
    tell: (heard: Heard) => tell(heard),
    forget: (id: string) => setWrong((before) => before.filter((one) => one.id !== id)),
  };
}

function withOneMore(before: readonly Wrong[], words: string): readonly Wrong[] {
  if (!before.some((one) => one.words === words)) return [...before, { id: randomId(), words, times: 1 }];
  return before.map((one) => (one.words === words ? { ...one, times: one.times + 1 } : one));
}

/** What takes the focus of what is gone beside it. */
export function scanFieldIn(form: HTMLFormElement | null) {
  return form?.querySelector<HTMLInputElement>('[data-scan]');
}
