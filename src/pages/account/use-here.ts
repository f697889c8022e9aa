import { useLocation } from 'react-router';

/** The page's own address for its forms. Without it they would keep what follows '#', and a page opened at a '#' gives the focus to no field. */
export function useHere(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}
