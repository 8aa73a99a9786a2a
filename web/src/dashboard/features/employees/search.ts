/** Which accounts are looked at, in the address. */
import * as v from 'valibot';
import { optionalPage, optionalSize, optionalText } from '../../search-params.ts';

export const employeeSearchSchema = v.object({
  q: optionalText,
  active: v.fallback(v.optional(v.picklist(['true', 'false'])), undefined),
  page: optionalPage,
  size: optionalSize,
});

export type EmployeeSearch = v.InferOutput<typeof employeeSearchSchema>;
