import { createContext, useContext } from 'react'

/** The tenant that the super admin acts in below this point of the page; undefined: the own one. */
export const ActingIn = createContext<string | undefined>(undefined)
export const useActingIn = () => useContext(ActingIn)
