import { useLocation, useNavigate } from 'react-router'

/** Leads on from a page once something on it has succeeded, unless the user has gone elsewhere meanwhile. */
export const useNavigateFromHere = () => {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return async (to: string) => {
    if (location.pathname === pathname) await navigate(to)
  }
}
