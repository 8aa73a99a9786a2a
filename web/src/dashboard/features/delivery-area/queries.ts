/** What the screen of the delivery area asks. */
import { FRESH } from '@/api/query.ts';
import { areaQuery } from '../../data/places.ts';

/** What is edited and saved whole is read anew. */
export const editedAreaQuery = { ...areaQuery, staleTime: FRESH.never };
