/**
 * The side of a field on which its list opens, `height` pixels high at most: above if it would cover the buttons of the dialog below. Decided when it
 * opens, so that it does not change sides while it loads, or while somebody types.
 */
export const sideOf = (field: HTMLElement | null, height = 240): 'bottom' | 'top' => {
  const buttons = field?.closest('.mantine-Modal-content')?.querySelector('.button-row')
  if (!buttons) return 'bottom'
  const { top, bottom } = field!.getBoundingClientRect()
  const below = buttons.getBoundingClientRect().top - bottom
  return below < height && below < top ? 'top' : 'bottom'
}
