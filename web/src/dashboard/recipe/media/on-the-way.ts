/** Pictures of texts that are not in their text yet: what is saved before would be saved without them. */
import { standing } from '@/lib/standing.ts';

export const { isAny: isPictureOnTheWay, useWhile: useOnTheWay } = standing();
