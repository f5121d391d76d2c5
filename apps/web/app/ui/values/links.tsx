import { Anchor, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { Clip } from '#ui/values/Clip'

const anchorProps = {
  className: `mantine-focus-auto mantine-Text-root mantine-Anchor-root ${Text.classes.root} ${Anchor.classes.root}`,
  'data-underline': 'always',
}
const nameLinkProps = { style: { fontSize: 'inherit', fontWeight: 600 }, 'data-row-focus': true }

interface TextLinkProps extends Omit<ComponentProps<typeof Link>, 'className' | 'style'> {
  /** It is a row's name, and arrow keys move between these links. */
  isName?: boolean
}

/** A link in a cell: styled like Mantine's Anchor, without its theme lookups for each of a hundred links. */
export const TextLink = ({ isName = false, ...props }: TextLinkProps) => (
  <Link {...anchorProps} {...(isName ? nameLinkProps : { 'data-inherit': true })} {...props} />
)

const siteLinkProps = { style: { fontWeight: 400 }, 'data-inherit': true, target: '_blank', rel: 'noopener noreferrer' }

/** The same to another site. */
export const SiteLink = ({ href, children }: Required<Pick<ComponentProps<'a'>, 'href' | 'children'>>) => (
  <a {...anchorProps} {...siteLinkProps} href={href}>
    {children}
  </a>
)

/** The addresses of links that write an email, and that call a number. */
export const mailtoOf = (address: string) => `mailto:${address}`
export const telOf = (number: string) => `tel:${number.replace('(0)', '').replace(/[^\d+]/g, '')}`

/** A link to one of them, which another app of the device opens. */
export const AppLink = ({ href, children }: Required<Pick<ComponentProps<'a'>, 'href' | 'children'>>) => (
  <a {...anchorProps} data-inherit href={href}>
    {children}
  </a>
)

/** The company's website, shown without its scheme. Only web addresses become links. */
export const Website = ({ address }: { address: string }) => {
  const isWeb = /^https?:\/\//i.test(address)
  const text = address.replace(/^https?:\/\//i, '').replace(/\/$/, '')
  if (!isWeb) return <Clip>{text}</Clip>
  return (
    <SiteLink href={address}>
      <Clip>{text}</Clip>
    </SiteLink>
  )
}
