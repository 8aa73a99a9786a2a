/** Where an element is to what is seen. */
import { type RefObject, useEffect, useRef, useState } from 'react';

/** Says once when an element comes near the view (spec 9: 200 px before). */
export function useInView(margin = '200px'): [RefObject<HTMLDivElement | null>, boolean] {
  const ref = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || seen) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setSeen(true);
      },
      { rootMargin: margin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [margin, seen]);
  return [ref, seen];
}

/** Whether most of it is on the screen; not asked for what doesn't move. */
export function useIsSeen(ref: RefObject<HTMLElement | null>, isAsked: boolean): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!isAsked || !ref.current) return;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false), {
      threshold: 0.6,
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, isAsked]);
  return isAsked && isSeen;
}
