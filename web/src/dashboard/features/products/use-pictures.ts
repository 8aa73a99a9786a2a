import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { complained } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage } from '../../data/messages.ts';
import type { Product } from '../../data/types.ts';
import { useUploads } from '../../recipe/media/use-uploads.ts';
import { inChosenOrder } from './picture.ts';
import { productQuery } from './queries.ts';

interface Assignment {
  image: string;
  combination: string;
  shows: boolean;
}

/** What is done with the pictures of a product; each is sent at once, apart from what the form saves. */
export function usePictures({ id }: Product) {
  const queries = useQueryClient();
  const { queryKey } = productQuery(id);
  const kept = {
    onSuccess: (product: Product | undefined) => {
      if (product) queries.setQueryData(queryKey, product);
    },
    onError: (error: Error) => complained(errorMessage(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/products'] }),
  };
  const order = useMutation({
    mutationFn: async (imageIds: readonly string[]) => {
      const { data } = await client.POST('/dashboard/api/products/{id}/images/order', {
        params: { path: { id } },
        body: { imageIds: [...imageIds] },
      });
      return data;
    },
    ...kept,
  });
  const chosen = useChosenOrder(async (ids) => {
    const now = queries.getQueryData<Product>(queryKey);
    const wanted = now && inChosenOrder(now.images, ids);
    if (wanted) await order.mutateAsync(wanted).catch(() => undefined);
  });
  const star = useMutation({
    mutationFn: async (image: string) => {
      const { data } = await client.POST('/dashboard/api/products/{id}/images/{image}/default', {
        params: { path: { id, image } },
      });
      return data;
    },
    onMutate: () => chosen.forget(),
    ...kept,
  });
  const remove = useMutation({
    mutationFn: async (image: string) => {
      const { data } = await client.DELETE('/dashboard/api/products/{id}/images/{image}', {
        params: { path: { id, image } },
      });
      return data;
    },
    onMutate: (image) => chosen.forget(image),
    ...kept,
  });
  const assign = useMutation({
    mutationFn: async ({ image, combination, shows }: Assignment) => {
      const path = '/dashboard/api/products/{id}/combinations/{combination}/images/{image}';
      const params = { path: { id, combination, image } };
      const { data } = await (shows ? client.POST(path, { params }) : client.DELETE(path, { params }));
      return data;
    },
    ...kept,
  });
  const uploads = useUploads(`/dashboard/api/products/${id}/images`, async (answer, upload) => {
    chosen.sent(upload, (answer as [{ id: string }])[0].id);
    await queries.invalidateQueries({ queryKey });
  });
  useEffect(() => {
    if (uploads.list.every(({ state }) => state === 'failed')) chosen.settle(uploads.list.length === 0);
  });
  const add = (files: Iterable<File>) => chosen.add(uploads.queue.add(files));
  const move = (ids: readonly string[]) => {
    chosen.forget();
    order.mutate(ids);
  };
  return { order, move, star, remove, assign, uploads, add };
}

/**
 * Files are sent side by side and arrive in any order: the pictures of those that were chosen together, in the order of the
 * choice. One that failed keeps its place as long as it can still be sent; an order that somebody makes meanwhile stands.
 */
function useChosenOrder(put: (pictures: readonly string[]) => Promise<void>) {
  /** By upload, the picture that came of it. */
  const [pictures] = useState(() => new Map<string, string | null>());
  const hasArrived = useRef(false);
  return {
    add: (uploads: readonly string[]) => {
      for (const upload of uploads) pictures.set(upload, null);
    },
    sent: (upload: string, picture: string) => {
      pictures.set(upload, picture);
      hasArrived.current = true;
    },
    settle: (isOver: boolean) => {
      const arrived = [...pictures.values()].filter((picture) => picture !== null);
      if (isOver) pictures.clear();
      if (hasArrived.current && arrived.length > 1) void put(arrived);
      hasArrived.current = false;
    },
    /** The place of one picture, or of all that have arrived: those on their way keep theirs among each other. */
    forget: (gone?: string) => {
      for (const [upload, picture] of pictures) {
        if (picture !== null && (gone === undefined || picture === gone)) pictures.delete(upload);
      }
    },
  };
}
