/** The dashboard's clients: one for all its screens, one for the door. */
import createQueryClient from 'openapi-react-query';
import { makeClient } from '@/api/client.ts';
import { gateCredentials, staffCredentials } from '../session/staff-session.ts';

export const client = makeClient(staffCredentials);
export const gateClient = makeClient(gateCredentials);
export const api = createQueryClient(client);
