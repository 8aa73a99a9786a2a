/** The page's name in the browser's tab, in the form that the gateway writes (`services/gateway/src/pages/document.rs`). */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { settingsQuery } from '../api.ts';

/** Without a title, the shop's name alone. */
export function usePageTitle(title?: string): void {
  const { data: settings } = useQuery(settingsQuery());
  const shopName = settings?.shopName;
  const whole = [...new Set([title, shopName])].filter(Boolean).join(' · ');
  useEffect(() => {
    if (whole) document.title = whole;
  }, [whole]);
}
