/** What everything around a listing's grid is given: the list, its address, and a way to change the address. */
import type { Listing } from '@/api/types.ts';
import type { ListingSearch } from '@/domain/listing-search.ts';

export interface FiltersProps {
  readonly listing: Listing;
  readonly search: ListingSearch;
  readonly onChange: (search: ListingSearch) => void;
}
