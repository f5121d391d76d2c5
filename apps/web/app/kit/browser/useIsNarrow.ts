import { useMediaQuery } from '@mantine/hooks'

/**
 * Whether the window is as narrow as a phone's: rows are shown as cards, dialogs fill the window. With the number of a table's columns, also whether
 * they are too many for a tablet held upright: nothing shows there, on hover, what a narrow column truncates.
 */
export const useIsNarrow = (columnCount = 0) =>
  useMediaQuery(`(width < 48em)${columnCount > 4 ? ', (pointer: coarse) and (width < 62em)' : ''}`, false, {
    getInitialValueInEffect: false,
  })
