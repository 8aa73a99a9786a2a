/** The client of all the dashboard's screens. */

import { makeClient } from '@/api/client.ts';
import { makeQueries } from '@/api/query-options.ts';
import { staffCredentials } from '../session/staff-session.ts';

export const client = makeClient(staffCredentials);
export const api = makeQueries(client);
