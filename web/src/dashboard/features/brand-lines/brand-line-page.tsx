import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { Question } from '@/ui/rich/question.tsx';
import { errorMessage } from '../../data/messages.ts';
import type { BrandLine } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { Pending } from '../../parts/pending.tsx';
import { RecordHead } from '../../parts/record-head.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { BrandLineForm } from './brand-line-form.tsx';
import { NEW_LINE } from './draft.ts';
import { brandLineQuery } from './queries.ts';
import { usageIn, useDeleteBrandLine } from './use-brand-line.ts';

const route = getRouteApi('/brand-lines/$id');
const newRoute = getRouteApi('/brand-lines/new');

/** One brand line as staff edit it. */
export function BrandLinePage() {
  const { id } = route.useParams();
  const line = useQuery(brandLineQuery(id));
  const mayWrite = useAllowed()('catalog.write');
  if (line.data) {
    return (
      <>
        <RecordHead title={line.data.name}>
          <a href={line.data.link} target="_blank" rel="noreferrer" className={buttonStyles.button}>
            {m.db_line_see()}
          </a>
          {mayWrite && <DeleteLine line={line.data} />}
        </RecordHead>
        <BrandLineForm key={id} line={line.data} />
      </>
    );
  }
  return <Pending query={line} rows={8} />;
}

/** A line that is not there yet, of the brand that the address names. */
export function NewBrandLinePage() {
  const { brand = '' } = newRoute.useSearch();
  return (
    <>
      <RecordHead title={m.db_line_new()} />
      <BrandLineForm line={{ ...NEW_LINE, brandId: brand }} />
    </>
  );
}

export function DeleteLine({ line }: { line: BrandLine }) {
  const [isAsked, setAsked] = useState(false);
  const remove = useDeleteBrandLine(line);
  const send = useSingle(remove);
  const usage = usageIn(remove.error);
  return (
    <>
      <button
        type="button"
        className={`${buttonStyles.button} ${buttonStyles.danger}`}
        onClick={() => setAsked(true)}
      >
        {m.db_line_delete()}
      </button>
      {isAsked && (
        <Question
          title={m.db_line_delete_title({ name: line.name })}
          body={m.db_line_delete_body()}
          confirm={m.db_line_delete()}
          isPending={remove.isPending}
          onConfirm={() => void send()}
          onClose={() => setAsked(false)}
        >
          {remove.error && (
            <div className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
              <span className="grow">
                <b>{errorMessage(remove.error)}</b>
                {usage && (
                  <small>
                    {m.db_line_usage({ products: count(usage.products), blocks: count(usage.blocks) })}
                  </small>
                )}
              </span>
            </div>
          )}
        </Question>
      )}
    </>
  );
}
