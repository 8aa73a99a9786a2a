import { createContext } from 'react';

/** How often what is typed in the form around was thrown away: what an input shows beside its value begins anew with each. */
export const Discards = createContext(0);
