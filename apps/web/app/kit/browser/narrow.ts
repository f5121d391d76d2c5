import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is a phone's: rows are drawn as cards, dialogs fill it. */
export const useNarrow = () => useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false })
