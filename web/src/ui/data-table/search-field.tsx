import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 250;

interface SearchFieldProps {
  label: string;
  /** The text in the address. */
  value: string;
  onChange: (value: string) => void;
}

/** Searches as one types; `/` puts the cursor here. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [draft, setDraft] = useState({ text: value, of: value });
  // Another address (Back, a cleared filter) replaces what was typed.
  const text = draft.of === value ? draft.text : value;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useSlashFocus(input);
  const search = (next: string) => {
    clearTimeout(timer.current);
    onChange(next.trim());
  };
  return (
    <search>
      <form
        className="input input-search"
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
            setDraft({ text: next, of: value });
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
