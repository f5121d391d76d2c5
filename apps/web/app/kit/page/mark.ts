import { createContext } from 'react'

/** The mark on the scripts that are ours, while the server renders. In the browser there is none. */
export const Mark = createContext<string | undefined>(undefined)
