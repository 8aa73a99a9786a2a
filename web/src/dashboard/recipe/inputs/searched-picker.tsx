/** One of a long list, found by typing: a number, the beginning or a piece of its name, in any of its languages. */
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { folded } from '@/domain/folded.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { type ControlProps, Field } from '@/ui/form/field.tsx';
import { type Choice, type Choices, choiceName } from '../../parts/choices.ts';
import * as styles from './searched-picker.module.css';

interface SearchedPickerProps extends SearchedProps {
  label: string;
  errors?: readonly string[];
  note?: ReactNode;
}

interface SearchedProps {
  of: Choices;
  /** Id of the one that is chosen; empty for none. */
  value: string;
  /** What choosing none is called. */
  none: string;
  isLocked?: boolean;
  onChange: (id: string) => void;
}

/** As `RelationPicker`, for lists too long to be looked through. */
export function SearchedPicker({ label, errors = [], note, ...searched }: SearchedPickerProps) {
  return (
    <Field label={label} errors={errors} note={note}>
      {(control) => <Searched control={control} {...searched} />}
    </Field>
  );
}

/** It is tied to its label, or named by itself where none stands beside it. */
type SearchedControl = ControlProps | { id: string; 'aria-label': string; 'data-set': boolean };

/** The control alone. */
export function Searched(props: SearchedProps & { control: SearchedControl }) {
  const { control, of, value, none, isLocked = false, onChange } = props;
  const [isAsked, setAsked] = useState(false);
  /** What is typed, in the place of what is chosen. */
  const [words, setWords] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  /** What was typed last and named no single one. */
  const [unclear, setUnclear] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useSendingHeld(input, unclear !== '' && !isLocked);
  const isOpen = isAsked && !isLocked;
  const all: readonly Choice[] = [{ id: '', name: none }, ...(of ?? [])];
  const found = isOpen ? matching(all, words ?? '') : [];
  const active = found[Math.min(at, found.length - 1)];
  // What is chosen stays in sight when it is there no more.
  const chosen = value && !of ? '…' : choiceName(of, value);
  const open = (text: string | null) => {
    setAsked(true);
    setWords(text);
    setUnclear('');
    const present = all.findIndex(({ id }) => id === value);
    // Whoever types, or empties it, is not looking for what is chosen.
    setAt(text === null ? Math.max(0, present) : 0);
  };
  const close = () => {
    setAsked(false);
    setWords(null);
  };
  /** Who typed and went on meant the one that is named so, who emptied it none. */
  const leave = ({ target }: FocusEvent) => {
    // Another window came before this one: who comes back types on.
    if (document.activeElement === target) return;
    const meant = words === '' ? { id: '', name: none } : words && meantBy(found, words);
    if (meant) take(meant);
    else {
      close();
      // Who typed nothing more left as it was what they had typed.
      if (words !== null) setUnclear(words);
    }
  };
  const take = ({ id }: Choice) => {
    close();
    setUnclear('');
    if (id !== value) onChange(id);
  };
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'Enter') {
      // It finds while it is typed, and sends no form around it.
      event.preventDefault();
      if (!isOpen) return;
      // Nor with Ctrl: what it took is not in the form yet.
      event.stopPropagation();
      if (active) take(active);
    } else if (key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) open(null);
      else
        setAt(
          (found.indexOf(active as Choice) + (key === 'ArrowDown' ? 1 : found.length - 1)) % found.length,
        );
    }
  };
  return (
    <div className={styles.searched}>
      <input
        {...control}
        {...(unclear && { 'aria-invalid': true, 'aria-describedby': `${control.id}-unclear` })}
        ref={input}
        role="combobox"
        className={fieldStyles.input}
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        data-closes-list={isOpen || undefined}
        aria-controls={`${control.id}-list`}
        aria-activedescendant={active && `${control.id}-${active.id}`}
        disabled={isLocked}
        placeholder={none}
        value={words ?? chosen}
        onChange={({ target }) => open(target.value)}
        onFocus={({ target }) => target.select()}
        onClick={() => !isOpen && open(null)}
        onBlur={leave}
        onKeyDown={press}
      />
      <div
        id={`${control.id}-list`}
        role="listbox"
        className={styles.list}
        aria-label={m.db_choose()}
        hidden={found.length === 0}
      >
        {found.map((choice) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus.
          <div
            key={choice.id}
            id={`${control.id}-${choice.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={choice.id === value}
            data-active={choice === active || undefined}
            ref={(row) => {
              if (choice === active) row?.scrollIntoView?.({ block: 'nearest' });
            }}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(choice)}
          >
            <bdi>{choice.name}</bdi>
          </div>
        ))}
      </div>
      {isOpen && found.length === 0 && (
        <p role="status" className={`${styles.list} muted`}>
          {of ? m.db_choice_not_found() : '…'}
        </p>
      )}
      {unclear && !isOpen && !isLocked && (
        <p role="status" className={fieldStyles.error} id={`${control.id}-unclear`}>
          {m.db_choice_unclear({ words: unclear })}
        </p>
      )}
    </div>
  );
}

/** The form around it is not sent once, for who typed and pressed its button saw nothing of what became of it. */
function useSendingHeld(input: RefObject<HTMLInputElement | null>, isHeld: boolean): void {
  useEffect(() => {
    const form = input.current?.form;
    if (!isHeld || !form) return undefined;
    const hold = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      input.current?.focus();
    };
    form.addEventListener('submit', hold, { once: true });
    return () => form.removeEventListener('submit', hold);
  }, [input, isHeld]);
}

/** The one that can be meant: alone left, or named so whole, with its number or without. */
function meantBy(found: readonly Choice[], words: string): Choice | undefined {
  const wanted = folded(words);
  const isWhole = (name: string) => name === wanted || name.replace(/^\d+ /, '') === wanted;
  const whole = found.filter(({ name, also = '' }) => [name, also].map(folded).some(isWhole));
  const [only, ...others] = found.length === 1 ? found : whole;
  return others.length === 0 ? only : undefined;
}

/** Those whose name begins so before those that have it somewhere. */
function matching(choices: readonly Choice[], words: string): Choice[] {
  const wanted = folded(words);
  if (wanted === '') return [...choices];
  const named = choices.map((choice) => ({ choice, names: [choice.name, choice.also ?? ''].map(folded) }));
  const place = (names: readonly string[]) => {
    if (
      names.some((name) => name.startsWith(wanted) || name.split(' ').some((part) => part.startsWith(wanted)))
    )
      return 0;
    return names.some((name) => name.includes(wanted)) ? 1 : 2;
  };
  return named
    .filter(({ choice, names }) => choice.id !== '' && place(names) < 2)
    .sort((one, other) => place(one.names) - place(other.names))
    .map(({ choice }) => choice);
}
