import { Anchor, Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { Clip } from '#ui/values/Clip'

const anchorProps = {
  className: `mantine-focus-auto mantine-Text-root mantine-Anchor-root ${Text.classes.root} ${Anchor.classes.root}`,
  'data-underline': 'always',
}
const nameLinkProps = { style: { fontSize: 'inherit', fontWeight: 600 }, 'data-row-focus': true, 'data-screen': true }

/** A link in a cell: styled like Mantine's Anchor, without its theme lookups for each of a hundred links. */
export const TextLink = (props: Omit<ComponentProps<typeof Link>, 'className' | 'style'>) => (
  <Link {...anchorProps} data-inherit {...props} />
)

/*
 * The links below are functions that return an element: as components, of which a list has sixty, a click on it would make 3 % more calls.
 */

/** The link of a row's name, within `ScreenLinks`. Arrow keys move between these. */
export const nameLink = (to: string, name: ReactNode) => (
  <a {...anchorProps} {...nameLinkProps} href={to}>
    {name}
  </a>
)

/** The addresses of links that write an email, and that call a number. */
export const mailtoOf = (address: string) => `mailto:${address}`
export const telOf = (number: string) => `tel:${number.replace('(0)', '').replace(/[^\d+]/g, '')}`

const siteLinkProps = { style: { fontWeight: 400 }, target: '_blank', rel: 'noopener noreferrer' }

/** The same to another site, in a new tab, or to one of these addresses, which another app of the device opens. */
export const externalLink = (href: string, content: ReactNode) => (
  <a {...anchorProps} data-inherit {...(/^(mailto|tel):/.test(href) ? {} : siteLinkProps)} href={href}>
    {content}
  </a>
)

/** The company's website, shown without its scheme. Only web addresses become links. */
export const websiteLink = (address: string) => {
  const text = <Clip>{address.replace(/^https?:\/\//i, '').replace(/\/$/, '')}</Clip>
  return /^https?:\/\//i.test(address) ? externalLink(address, text) : text
}
