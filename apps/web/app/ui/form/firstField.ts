/** An input that asks for the focus, or else the first field. The box of a rich text is marked, too, since it is no input. */
const fieldToFocus = (form: Element | null) =>
  form?.querySelector<HTMLElement>('input[data-autofocus]') ??
  form?.querySelector<HTMLElement>('[data-autofocus], input, textarea, select')

/** Focuses the first field of a form, unless that would open an on-screen keyboard over the page. */
export const focusFirstField = (form: Element | null) => {
  if (matchMedia('(pointer: fine)').matches) fieldToFocus(form)?.focus()
}

/** For a button of a notice in a form or dialog, which leaves the page together with the notice: the focus moves to the first field. */
export const withFocusInForm = (press: () => void) => (event: React.MouseEvent) => {
  const form = event.currentTarget.closest('form, [role="dialog"]')
  press()
  focusFirstField(form)
}
