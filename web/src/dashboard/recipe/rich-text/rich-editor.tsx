import { useMemo, useState } from 'react';
import type { LanguageText } from '../inputs/language-fields.tsx';
import { SourceView } from './source-view.tsx';
import { fits } from './writer.ts';
import { WrittenView } from './written-view.tsx';

/** A text as it looks, or as HTML: so opens what the editor can't show whole, and then nothing of it is lost. */
export function RichEditor(props: LanguageText) {
  const { value, onChange } = props;
  const [isSource, setSource] = useState(false);
  const [isSwitched, setSwitched] = useState(false);
  /** What the editor itself wrote needs no look. */
  const [written, setWritten] = useState<string | null>(null);
  const isWhole = useMemo(() => value === written || fits(value), [value, written]);
  if (!isWhole && !isSource) setSource(true);
  const become = (source: boolean) => {
    setSource(source);
    setSwitched(true);
  };
  if (isSource) {
    return <SourceView {...props} isWhole={isWhole} takesFocus={isSwitched} onWrite={() => become(false)} />;
  }
  const write = (text: string) => {
    setWritten(text);
    onChange(text);
  };
  return <WrittenView {...props} takesFocus={isSwitched} onChange={write} onSource={() => become(true)} />;
}
