import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from './button.module.css';

const SHOWN_MS = 1600;

/** Puts a text on the clipboard and says so; a page that is not on https has no clipboard, and so no button. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  if (!('clipboard' in navigator)) return null;
  // What the browser refuses is not said to be done.
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      className={buttonStyles.icon}
      aria-label={copied ? m.db_copied() : label}
      onClick={() => void copy()}
    >
      <Icon className="icon" aria-hidden />
      <span className="visually-hidden" role="status">
        {copied ? m.db_copied() : ''}
      </span>
    </button>
  );
}
