/** Shapes of the gateway's addresses, read out of its document: what they ask for and what they answer. No code. */
import type { paths } from './schema.gen.ts';

type GetOf<P> = P extends keyof paths ? NonNullable<paths[P]['get']> : never;

/** The query parameters of `GET P`. */
export type QueryOf<P> = GetOf<P> extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;

/** What `GET P` answers. */
export type AnswerOf<P> =
  GetOf<P> extends { responses: { 200: { content: { 'application/json': infer A } } } } ? A : never;

/** Addresses that answer a list page by page. */
export type ListPath = {
  [P in keyof paths]: 'page' extends keyof QueryOf<P> ? P : never;
}[keyof paths];
