/** Pictures that are not where they belong yet. */
import { standing } from '@/lib/standing.ts';

/** Of texts, on their way: what is saved before would be saved without them. */
export const { isAny: isPictureOnTheWay, useWhile: useOnTheWay } = standing();

/** On their way or failed, which the page would lose that can still send them. */
export const { isAny: isPictureLeft, useWhile: usePictureLeft } = standing();
