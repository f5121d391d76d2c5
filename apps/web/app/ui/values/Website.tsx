import { Anchor } from '@mantine/core'
import { Clip } from '#ui/values/Clip'

/** The company's own site, named without its scheme. Only web addresses become links. */
export const Website = ({ address }: { address: string }) => {
  const isWeb = /^https?:\/\//i.test(address)
  const shown = address.replace(/^https?:\/\//i, '').replace(/\/$/, '')
  if (!isWeb) return <Clip>{shown}</Clip>
  return (
    <Anchor href={address} target="_blank" rel="noopener noreferrer" inherit fw={400}>
      <Clip>{shown}</Clip>
    </Anchor>
  )
}
