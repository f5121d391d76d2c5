import { Clip } from '#ui/values/Clip'
import { SiteLink } from '#ui/values/TextLink'

/** The company's own site, named without its scheme. Only web addresses become links. */
export const Website = ({ address }: { address: string }) => {
  const isWeb = /^https?:\/\//i.test(address)
  const shown = address.replace(/^https?:\/\//i, '').replace(/\/$/, '')
  if (!isWeb) return <Clip>{shown}</Clip>
  return (
    <SiteLink href={address}>
      <Clip>{shown}</Clip>
    </SiteLink>
  )
}
