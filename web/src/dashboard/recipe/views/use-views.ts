import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage } from '../../data/messages.ts';
import type { SavedView, ViewScreen } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { parseSearch, stringifySearch } from '../../search-params.ts';
import { isComeBackTo } from './arrivals.ts';
import { viewsQuery } from './queries.ts';

/** A list that views can be saved of. */
export interface Viewed {
  screen: ViewScreen;
  /** What the open address asks for. */
  search: object;
  /** The router's reading of an address. */
  validate: (raw: Record<string, unknown>) => object;
}

/** The list as its address says it, whatever page is open. */
export function searchText(search: object): string {
  return stringifySearch({ ...search, page: undefined }).slice(1);
}

/** One's own views of a list, and how to open one. The list opens with the one that is meant for that. */
export function useViews({ screen, search, validate }: Viewed) {
  const { data } = useQuery(viewsQuery(screen));
  const navigate = useNavigate();
  const open = (view: SavedView, replace = false) =>
    void navigate({ to: '.', search: validate(parseSearch(view.search)), replace } as never);
  useOpening(search, data?.views, (view) => open(view, true));
  const text = searchText(search);
  const views = data?.views ?? [];
  return { views, open, current: views.find((view) => view.search === text) };
}

/** Once, and only for an address that asks for nothing of its own: a link shows what it says, and Back what was there. */
function useOpening(
  search: object,
  views: readonly SavedView[] | undefined,
  open: (view: SavedView) => void,
) {
  const isOpening = useRef(!isComeBackTo());
  useEffect(() => {
    const isPlain = Object.keys(search).length === 0;
    if (isOpening.current && !isPlain) isOpening.current = false;
    if (!isOpening.current || !views) return;
    isOpening.current = false;
    const standing = views.find(({ isDefault }) => isDefault);
    if (standing?.search) open(standing);
  });
}

export function useDeleteView(screen: ViewScreen) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: async ({ id }: SavedView) => {
      await client.DELETE('/dashboard/api/views/{id}', { params: { path: { id } } });
    },
    onSuccess: (_, { name }) => told(m.db_view_deleted({ name })),
    onError: (error) => complained(errorMessage(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: viewsQuery(screen).queryKey }),
  });
  return useSingle(mutation);
}
