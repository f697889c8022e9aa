import { useLocation } from 'react-router';

/** The page's URL without its fragment, for form actions: a fragment would survive the POST and defeat autofocus. */
export function useHere(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}
