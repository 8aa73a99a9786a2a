import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import * as fieldStyles from '../form/field.module.css';
import * as filtersStyles from './filters.module.css';

const PAUSE_MS = 250;

interface SearchFieldProps {
  label: string;
  /** The text in the address. */
  value: string;
  onChange: (value: string) => void;
}

/** Searches as one types; `/` puts the cursor here. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [{ seen, asked }, setKnown] = useState({ seen: value, asked: value });
  // Another address (Back, a cleared filter) replaces what was typed; the one that was asked for here does not.
  if (value !== seen) {
    setKnown({ seen: value, asked: value });
    if (value !== asked) setText(value);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useSlashFocus(input);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string) => {
    clearTimeout(timer.current);
    setKnown((known) => ({ ...known, asked: next.trim() }));
    onChange(next.trim());
  };
  return (
    <search>
      <form
        className={`${fieldStyles.input} ${filtersStyles.inputSearch}`}
        onSubmit={(event) => {
          event.preventDefault();
          search(text);
        }}
      >
        <Search className="icon" aria-hidden />
        <input
          ref={input}
          type="search"
          aria-label={label}
          placeholder={label}
          value={text}
          onChange={(event) => {
            const next = event.target.value;
            setText(next);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => search(next), PAUSE_MS);
          }}
        />
      </form>
    </search>
  );
}

function useSlashFocus(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
      if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [input]);
}
