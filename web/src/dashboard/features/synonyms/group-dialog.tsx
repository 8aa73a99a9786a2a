import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/api/errors.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { randomId } from '@/lib/random-id.ts';
import * as noteStyles from '@/ui/rich/note.module.css';
import { client } from '../../data/api.ts';
import { currentOf, errorMessage, fieldErrors } from '../../data/messages.ts';
import { ruleOf } from '../../data/refusals.ts';
import type { SynonymGroup } from '../../data/types.ts';
import { LongTextField } from '../../recipe/form/fields.tsx';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import { SYNONYMS } from './queries.ts';
import { LEAST_WORDS, MOST_WORDS, textOf, wordAt, wordsOf } from './words.ts';

interface GroupDialogProps {
  /** Absent of a new one. */
  group: SynonymGroup | undefined;
  /** What a new one begins with. */
  term?: string | undefined;
  onClose: () => void;
}

/** The words of one group, which is saved whole; a new one has its id before it is sent, so that sending it again makes no other. */
export function GroupDialog({ group, term = '', onClose }: GroupDialogProps) {
  const queries = useQueryClient();
  const [id] = useState(() => group?.id ?? randomId());
  const [sent, setSent] = useState<readonly string[]>([]);
  /** As the shop has it: who was told what it became saves over that. */
  const [known, setKnown] = useState(group);
  return (
    <FormDialog
      title={group ? m.db_synonyms_edit() : m.db_synonyms_new()}
      lead={m.db_synonyms_lead()}
      submit={m.db_save()}
      start={{ text: group ? textOf(group.words) : term && `${term}\n` }}
      rules={({ text }) => ({ text: wrongCount(wordsOf(text).length) })}
      bodyOf={({ text }) => ({ version: known?.version ?? 0, words: wordsOf(text) })}
      send={async (body) => {
        setSent(body.words);
        try {
          await client.PUT('/dashboard/api/synonyms/{id}', { params: { path: { id } }, body });
        } catch (error) {
          setKnown(currentOf<SynonymGroup>(error) ?? known);
          throw error;
        }
      }}
      told={() => m.db_synonyms_saved()}
      refusal={(error) => <Refused error={error} words={sent} />}
      onSettled={() => queries.invalidateQueries({ queryKey: SYNONYMS })}
      onClose={onClose}
    >
      {(form) => (
        <LongTextField
          form={form}
          at="text"
          label={m.db_synonyms_words()}
          hint={m.db_synonyms_words_hint({ n: count(MOST_WORDS) })}
          rows={6}
          dir="auto"
        />
      )}
    </FormDialog>
  );
}

function wrongCount(words: number): string | false {
  if (words < LEAST_WORDS) return m.db_synonyms_too_few();
  return words > MOST_WORDS && m.db_synonyms_too_many({ n: count(MOST_WORDS) });
}

/** Which words are refused, and why. */
function Refused({ error, words }: { error: Error; words: readonly string[] }) {
  const refused = refusedWords(error, words);
  const now = currentOf<SynonymGroup>(error);
  return (
    <div className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
      <div className="grow">
        {refused.length === 0
          ? [errorMessage(error), now && <bdi key="now">{now.words.join(' = ')}</bdi>]
          : refused.map(({ field, text }) => (
              <p key={field} dir="auto">
                {text}
              </p>
            ))}
      </div>
    </div>
  );
}

function refusedWords(error: Error, words: readonly string[]) {
  if (!(error instanceof ApiError)) return [];
  return Object.keys(error.fields).flatMap((field) => {
    const word = wordAt(field, words);
    const group = error.facts[field];
    if (word === undefined) return [];
    if (typeof group === 'string') return [{ field, text: m.db_synonyms_taken({ word, group }) }];
    const isLong = error.fields[field]?.some(({ key }) => ruleOf(key) === 'tooLong');
    const why = isLong ? m.db_synonyms_too_long() : fieldErrors(error, field).join(' ');
    return [{ field, text: `${word} : ${why}` }];
  });
}
