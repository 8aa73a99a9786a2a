import { ApiError } from '@/api/errors.ts';
import { errorsBelow, fieldErrors } from '../../data/messages.ts';
import { changedBy } from './change.ts';
import type { Versioned } from './editing.ts';
import type { FieldForm } from './fields.tsx';
import type { RecordForm } from './use-record-form.ts';

interface Rules<Draft> {
  /** What can't be sent, at a path of the draft; what is missing is said once saving was tried. */
  wrongAt: (path: string, draft: Draft, isTried: boolean) => string[] | undefined;
  /** What is said at the address of the page where another thing has it. */
  taken?: () => string;
  /** Where the shop names the one of several that is wrong: `tags[2]`. */
  lists?: readonly string[];
}

/** What its fields need of a form: the draft, and what is wrong with it by itself or in the eyes of the shop. */
export function fieldsOf<One extends Versioned, Draft extends object>(
  form: RecordForm<One, Draft>,
  { wrongAt, taken, lists = [] }: Rules<Draft>,
): Required<FieldForm<Draft>> {
  const { draft, error, isTried } = form;
  const refusedAt = (path: string) => {
    const isTaken = path === 'slug' && error instanceof ApiError && error.code === 'catalog.taken';
    const refused = lists.includes(path) ? errorsBelow(error, path) : fieldErrors(error, path);
    return [...refused, ...(isTaken && taken ? [taken()] : [])];
  };
  return {
    draft,
    set: (change) => form.edit(changedBy(change)),
    errorsAt: (path) => wrongAt(path, draft, isTried) ?? refusedAt(path),
    deciding: form,
  };
}
