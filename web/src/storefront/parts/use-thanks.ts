/** Where a shopper goes once the order exists: where the shop wants them, else to its overview. */
import { useNavigate } from '@tanstack/react-router';
import { THANKS_PATH } from '../paths.ts';

export function useThanks(): (redirectPath: string | undefined) => void {
  const navigate = useNavigate();
  return (redirectPath) => {
    if (redirectPath) window.location.assign(redirectPath);
    else void navigate({ to: THANKS_PATH });
  };
}
