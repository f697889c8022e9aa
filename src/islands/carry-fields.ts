type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const controlsOf = (place: Element) =>
  [...place.querySelectorAll<Control>('input, textarea, select')].filter(({ name }) => name !== '');
const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type);
const isSame = (one: Control, other: Control) =>
  one.name === other.name && one.type === other.type && (!isTick(one) || one.value === other.value);

function isChanged(control: Control): boolean {
  if (isTick(control)) return control.checked !== control.defaultChecked;
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    // A select without a selected option shows its first one.
    const hasDefault = control.multiple || options.some(({ defaultSelected }) => defaultSelected);
    return options.some(({ selected, defaultSelected }, at) => selected !== (hasDefault ? defaultSelected : at === 0));
  }
  return control.value !== control.defaultValue;
}

/** Whether any field differs from its initial state, also through the browser's form restoration. */
export const hasChanges = (place: Element): boolean =>
  controlsOf(place).some((control) => control.type !== 'hidden' && isChanged(control));

// React overrides the element's own value setter to track it: only the prototype's setter lets it notice a change.
function setValue(control: Control, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value') ?? {};
  set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}

function carryFocus(from: Element, targets: Control[]): void {
  const focused = document.activeElement;
  if (!focused || !from.contains(focused)) return;
  const next = targets.find((control) => isSame(control, focused as Control));
  next?.focus({ preventScroll: true });
  if (!next || isTick(next) || next instanceof HTMLSelectElement) return;
  const { selectionStart, selectionEnd } = focused as HTMLInputElement;
  // Number inputs have no selection range.
  if (selectionStart !== null && next.selectionStart !== null) next.setSelectionRange(selectionStart, selectionEnd);
}

/** Copies values, checked states, selections and focus from one form to the fields of the same name in another. */
export function carryFields(from: Element, to: Element): void {
  const targets = controlsOf(to);
  for (const control of controlsOf(from)) {
    if (control.type === 'hidden' || control.type === 'file' || !isChanged(control)) continue;
    const target = targets.find((other) => isSame(other, control));
    if (!target) continue;
    if (isTick(target)) {
      if (target.checked !== (control as HTMLInputElement).checked) target.click();
    } else if (target.value !== control.value) setValue(target, control.value);
  }
  carryFocus(from, targets);
}
