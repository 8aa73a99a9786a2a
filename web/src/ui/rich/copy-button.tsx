import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from './button.module.css';

const SHOWN_MS = 1600;

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      className={buttonStyles.icon}
      aria-label={copied ? m.db_copied() : label}
      onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <Icon className="icon" aria-hidden />
      <span className="visually-hidden" role="status">
        {copied ? m.db_copied() : ''}
      </span>
    </button>
  );
}
