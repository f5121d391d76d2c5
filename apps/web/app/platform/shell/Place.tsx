import { NavLink, UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import { NavLink as RouterLink, useLocation } from 'react-router'
import { openingCalls } from '#kit/api/asked'
import { usePrefetch } from '#kit/api/query'
import { useArea } from '#kit/area'
import { type MenuEntry, useEntries } from '#kit/feature'
import { useText } from '#kit/text'
import { usePrefetchOnIntent } from '#ui/record/RecordLink'

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

interface PlaceProps {
  entry: Pick<MenuEntry, 'text' | 'path' | 'icon' | 'list'>
  bare?: boolean
}

/** A line of the side navigation. */
export const Place = (place: PlaceProps) => <Line {...place} isHere={useIsHere()(place.entry)} />

/** As Mantine's NavLink looks, without what that looks up in the theme for each of forty lines. */
const className = `mantine-focus-auto mantine-NavLink-root mantine-UnstyledButton-root ${NavLink.classes.root} ${UnstyledButton.classes.root}`

/** Of some forty lines two change where one goes somewhere: the others are not drawn anew. */
const Line = memo(({ entry: { text, path, icon: Sign, list }, isHere, bare = false }: PlaceProps & { isHere: boolean }) => {
  const t = useText()
  const to = useArea()(path)
  const prefetch = usePrefetch()
  const { intent, scripts } = usePrefetchOnIntent(to, () => {
    for (const [route, input] of list ? openingCalls(list) : []) prefetch(route, input as never)
  })
  return (
    <>
      <RouterLink
        className={className}
        to={to}
        {...intent}
        data-active={isHere || undefined}
        aria-current={isHere ? 'page' : undefined}
      >
        {!bare && (
          <span className={`mantine-NavLink-section ${NavLink.classes.section}`} data-position="left">
            <Sign size={18} aria-hidden />
          </span>
        )}
        <span className={NavLink.classes.body}>
          <span className={NavLink.classes.label}>{t(text)}</span>
        </span>
      </RouterLink>
      {scripts}
    </>
  )
})
