import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Kind } from '#kit/api/calls'
import { pathOf } from '#kit/api/paths'
import { useArea } from '#kit/area'
import { usePrefetchOnIntent } from '#kit/browser/intent'
import { usePrefetchRecordPage } from '#ui/record/usePrefetchRecordPage'
import { Clip } from '#ui/values/Clip'

interface RecordLinkProps {
  kind: Kind
  uniqueId: string
  name: string
}

/** Another record by its name, which opens it. */
export const RecordLink = ({ kind, uniqueId, name }: RecordLinkProps) => {
  const to = useArea()(pathOf(kind, `show/${uniqueId}`))
  const prefetch = usePrefetchRecordPage(kind)
  const { intent, scripts } = usePrefetchOnIntent(to, () => prefetch(uniqueId))
  return (
    <>
      <Anchor component={Link} to={to} {...intent} inherit>
        <Clip>{name}</Clip>
      </Anchor>
      {scripts}
    </>
  )
}
