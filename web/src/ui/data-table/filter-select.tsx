import * as fieldStyles from '../form/field.module.css';

interface FilterSelectProps {
  label: string;
  /** What no choice is called. */
  all: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** One filter of a list; tinted while it narrows it. */
export function FilterSelect({ label, all, value, options, onChange }: FilterSelectProps) {
  return (
    <select
      className={fieldStyles.input}
      aria-label={label}
      data-set={value !== ''}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
