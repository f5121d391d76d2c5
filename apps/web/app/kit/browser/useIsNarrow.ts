import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as narrow as a phone's: rows are shown as cards, dialogs fill the window. */
export const useIsNarrow = () => useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false })
