import { NavLink } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { NavLink as RouterLink, useLocation } from 'react-router'
import { openingCalls } from '#kit/api/opening'
import { usePrefetch } from '#kit/api/query'
import { useArea } from '#kit/area'
import { type MenuEntry, useEntries } from '#kit/feature'
import { useText } from '#kit/text'

/** A list is also the place of its records' screens; to create one is a place of its own, and so is what another entry names. */
const isWithin = (here: string, to: string) => {
  if (here === to || !to.endsWith('/list')) return here === to
  const above = to.replace(/list$/, '')
  const tail = here.startsWith(above) ? here.slice(above.length) : ''
  // The users' screens are in the area itself, beside all others.
  return above.split('/').length > 3 ? tail !== '' && !tail.endsWith('create') : /^(show|edit)\//.test(tail)
}

/** Tells of an entry of the menu whether the page that is open is its own. */
export const useIsHere = () => {
  const at = useArea()
  const { menu } = useEntries()
  const here = useLocation().pathname.replace(/\/$/, '')
  return ({ path }: Pick<MenuEntry, 'path'>) =>
    !menu.some((other) => other.path !== path && at(other.path) === here) && isWithin(here, at(path))
}

/** Milliseconds for which a pointer rests on what somebody means to press. */
const REST = 50

/** The handlers of an element that somebody is about to press: once the pointer rests on it, and at once when it has the focus or is pressed. */
const useIntent = (work: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => stop, [])
  return {
    onMouseEnter: () => {
      stop()
      timer.current = setTimeout(work, REST)
    },
    onMouseLeave: stop,
    onFocus: work,
    onTouchStart: work,
  }
}

/** A line of the side navigation. */
export const Place = ({
  entry: { text, path, icon: Sign, list },
  bare = false,
}: {
  entry: Pick<MenuEntry, 'text' | 'path' | 'icon' | 'list'>
  bare?: boolean
}) => {
  const t = useText()
  const at = useArea()
  const isHere = useIsHere()({ path })
  const prefetch = usePrefetch()
  const intent = useIntent(() => {
    for (const [route, input] of list ? openingCalls(list) : []) prefetch(route, input as never)
  })
  return (
    <NavLink
      component={RouterLink}
      to={at(path)}
      prefetch="intent"
      {...intent}
      label={t(text)}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      leftSection={bare ? null : <Sign size={18} aria-hidden />}
    />
  )
}
