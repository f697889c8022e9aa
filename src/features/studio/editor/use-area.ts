import type { Edit } from './insert-block.ts';

/**
 * Changes a text field as typing does, so that the browser's own undo takes it back. Where it cannot, the text is set.
 */
export function applyEdit(area: HTMLTextAreaElement, { from, to, text, select }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  const expected = area.value.slice(0, from) + text + area.value.slice(to);
  // Deprecated, and still the only way into the undo history.
  const isDone = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  if (!isDone || area.value !== expected) {
    area.value = expected;
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(...select);
}

export const whereIn = (area: HTMLTextAreaElement) => ({
  text: area.value,
  from: area.selectionStart,
  to: area.selectionEnd,
});
