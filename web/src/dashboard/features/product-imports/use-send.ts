import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isTransient } from '@/api/errors.ts';
import { randomId } from '@/lib/random-id.ts';
import { client } from '../../data/api.ts';
import { useSingle } from '../../data/use-single.ts';
import { type Mapping, rememberedAs } from './columns.ts';
import type { ChosenFile } from './file.ts';
import { portionsOf, productsOf } from './products.ts';
import { columnsQuery } from './queries.ts';

/** A file that is being sent: what goes on after a cut line, by the same id. */
interface Begun {
  mapping: Mapping;
  id: string;
  /** The portion that comes next. */
  next: number;
}

/** Sends a file to the shop, portion by portion, and has it checked. Pressed again, it goes on where it was cut. */
export function useSend(file: ChosenFile, onSent: (id: string) => void) {
  const [progress, setProgress] = useState(0);
  const queries = useQueryClient();
  const begun = useRef<Begun | null>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const mutation = useMutation({
    mutationFn: async (mapping: Mapping) => {
      const portions = portionsOf(productsOf(file.rows, mapping));
      if (portions.length === 0) return null;
      if (begun.current?.mapping !== mapping) begun.current = { mapping, id: randomId(), next: 0 };
      const sending = begun.current;
      const { id } = sending;
      await client.POST('/dashboard/api/product-imports', {
        body: {
          id,
          name: file.name,
          portions: portions.length,
          columns: rememberedAs(file.headers, mapping),
        },
      });
      for (const [position, products] of portions.entries()) {
        if (position < sending.next) continue;
        await client.PUT('/dashboard/api/product-imports/{id}/portions/{position}', {
          params: { path: { id, position } },
          body: { products },
        });
        sending.next = position + 1;
        setProgress(sending.next / portions.length);
      }
      await client.POST('/dashboard/api/product-imports/{id}/check', { params: { path: { id } } });
      return id;
    },
    retry: (failures, error) => failures < 3 && isTransient(error),
    // Who went on to another screen is not called back: the file is checked all the same.
    onSuccess: (id) => id && isShown.current && onSent(id),
    onSettled: () => queries.invalidateQueries({ queryKey: columnsQuery().queryKey }),
  });
  const send = useSingle(mutation);
  return {
    press: (mapping: Mapping) => void send(mapping),
    progress,
    isPending: mutation.isPending,
    isEmpty: mutation.data === null,
    error: mutation.error,
  };
}
