import { useMutation } from '@tanstack/react-query';
import { client } from '../data/api.ts';

export function useChangePassword(onDone: () => void) {
  return useMutation({
    mutationFn: async (body: { password: string; newPassword: string }) => {
      await client.PUT('/dashboard/api/account/password', { body });
    },
    onSuccess: onDone,
  });
}
