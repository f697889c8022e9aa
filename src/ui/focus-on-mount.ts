/**
 * A ref beside `autoFocus`: a browser heeds that attribute while it parses a page, and Preact does not focus what it
 * adds to one.
 */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();
