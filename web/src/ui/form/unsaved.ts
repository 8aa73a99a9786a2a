/** What would be lost with the page: asked also where no link is followed, as before signing out. */
import { standing } from '@/lib/standing.ts';

export const { isAny: isUnsaved, useWhile: useUnsaved } = standing();
