/** What is typed of a closure, and what is sent of it: all of it. */
import type { ShopClosure, ShopClosureWanted } from '../../data/types.ts';
import type { LanguageTexts } from '../../recipe/inputs/language-texts.ts';
import { momentOf, shopTime } from '../../time.ts';

export interface ClosureDraft {
  isClosed: boolean;
  message: LanguageTexts;
  /** In the shop's time, as a `datetime-local` writes it. */
  endsAt: string;
}

export function draftOf({ isClosed, message, endsAt }: ShopClosure): ClosureDraft {
  return { isClosed, message, endsAt: shopTime(endsAt) };
}

/** A shop that is closed would tell shoppers and search engines to come back at a time that is over. */
export function endsInPast({ isClosed, endsAt }: ClosureDraft): boolean {
  const end = momentOf(endsAt);
  return isClosed && end !== null && Date.parse(end) <= Date.now();
}

export function bodyOf({ version }: ShopClosure, draft: ClosureDraft): ShopClosureWanted | null {
  if (endsInPast(draft)) return null;
  return { version, isClosed: draft.isClosed, message: draft.message, endsAt: momentOf(draft.endsAt) };
}
