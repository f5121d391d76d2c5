import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is a phone's: rows are drawn as cards, dialogs fill it. */
export const useNarrow = () => useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
