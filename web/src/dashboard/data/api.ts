/** The dashboard's clients: one for all its screens, one for the door. */

import { makeClient } from '@/api/client.ts';
import { makeQueries } from '@/api/query-options.ts';
import { gateCredentials, staffCredentials } from '../session/staff-session.ts';

export const client = makeClient(staffCredentials);
export const gateClient = makeClient(gateCredentials);
export const api = makeQueries(client);
