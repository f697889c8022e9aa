import { useState } from 'preact/compat';

// What islands import from 'react' (build-islands.ts): the build names what is missing here.
export {
  Component,
  createContext,
  createElement,
  default,
  Fragment,
  memo,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'preact/compat';

let ids = 0;

/**
 * One count for the whole page: Preact's own begins again in every root, so two islands would have the same ids. No
 * anchor of a heading has an underscore, and React's ids of the server begin with one.
 */
export const useId = (): string => useState(() => `i_${(ids += 1)}`)[0];
